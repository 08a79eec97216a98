// Elements of the page: how they are made, how something is told, and how the keyboard finds its place again.

export const PLAYERS = { B: "Black", W: "White" };
const FOCUSABLE = "a, button, select, input, summary";

export const byId = (id) => document.getElementById(id);
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** An element with attributes and children; text is only ever put in as text. */
export function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** Say what was answered to a question, and show it in a place, each sentence with a link to its address, if it has one. */
export function showLinks(place, told, word) {
  say(told.error ?? told.says.join(" "), Boolean(told.error));
  if (told.error) return;
  byId(place).append(...told.says.map((says, number) => made("p", {}, says,
    ...(told.addresses[number] ? [" ", made("a", { href: told.addresses[number] }, word)] : []))));
}

/** An SVG element that the server drew. */
export function drawn(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

/** Tell something that is heard; what is refused is seen too. */
export function say(text, refused = false) {
  byId("message").className = refused ? "" : "heard";
  byId("message").textContent = text;
}

/** Draw parts of the page anew by a function, and put the focus back to where it was in them, or as near as may be. */
export function keepingFocus(parts, draw) {
  const part = parts.map(byId).find((one) => one.contains(document.activeElement));
  const place = part ? [...part.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) : -1;
  draw();
  if (place >= 0) [...part.querySelectorAll(FOCUSABLE)].slice(0, place + 1).pop()?.focus();
}
