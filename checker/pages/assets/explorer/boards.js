// The boards: their points as buttons, by mouse, touch and keyboard, and what the rules say of the one that is chosen.

import { PLAYERS, byId, counted, drawn, made, say } from "./elements.js";
import { countInWords, isCounting } from "./counting.js";
import { addressAt, ask, change, go, next, shown, stage, undo } from "./exploring.js";

let isRestoring = false;

const boardOf = (side) => byId("boards").children[side];
const pointsOf = (side) => boardOf(side).querySelectorAll("[data-vertex]");
const pointOf = (side, vertex) => boardOf(side)?.querySelector(`[data-vertex="${vertex}"]`);

/** Draw the boards, each with what belongs to it; the point that had the focus has it again, or else the tabulator leads
 * to the first. */
export function showBoards() {
  const focused = document.activeElement?.closest?.("[data-vertex]");
  const side = focused && Number(focused.closest(".side").dataset.side);
  byId("boards").replaceChildren(...shown.answer.sides.map(sideShown));
  shown.answer.sides.forEach((_, number) => reachable(number, pointsOf(number)[0].dataset.vertex));
  if (!focused || !pointOf(side, focused.dataset.vertex)) return;
  isRestoring = true;
  reachable(side, focused.dataset.vertex);
  pointOf(side, focused.dataset.vertex).focus();
  isRestoring = false;
}

/** Take a turn on one of the boards, or tell why it is not legal there. */
export const play = (side, turn) => next(() => {
  const { address, sides } = shown.answer;
  const choice = sides[side].choices[turn];
  if (!choice || choice.legal) return ask(address.text, { change: { kind: "turn", turn, side: String(side) } });
  const isPoint = Boolean(pointOf(side, turn));
  if (isPoint) choose(side, turn);
  return say(choice.says, !isPoint);
});

/** What the last turn did, in a sentence. */
export function lastOf(side) {
  const taken = side.turns[side.shown - 1];
  if (!taken) return "No turn has been taken yet.";
  const what = taken.text === "pass" ? "passes" : taken.text;
  const who = taken.text === "agree" ? "both" : PLAYERS[taken.player];
  return `Turn ${side.shown}: ${who} ${[what, ...taken.notes].join(", ")}.`;
}

export const linkTo = (number, text) => made("a", { href: addressAt(number) },
  `${text}: ${number ? `after turn ${number}` : "at the start"}`);

/** A clause by its name, which leads to its page in the book; one of the reader's own has none. */
export function clauseLink(name, { ownClauses }) {
  if (ownClauses.includes(name)) return made("span", { class: "id" }, name);
  const [id, part] = name.split("#");
  const href = `${document.documentElement.dataset.book}${id}.html${part ? `#${part}` : ""}`;
  return made("a", { class: "id", href, target: "book" }, name);
}

function sideShown(side, number) {
  const board = drawn(side.counted?.svg ?? side.svg);
  const { width, height } = shown.answer.address;
  board.style.setProperty("--ratio", (width + 0.8) / (height + 0.8));
  board.addEventListener("click", (event) => onPoint(event, (vertex) => act(number, vertex)));
  board.addEventListener("keydown", (event) => keyOnBoard(event, number));
  board.addEventListener("focusin", (event) => onPoint(event, (vertex) => isRestoring || choose(number, vertex)));
  const heading = `rules-of-${number}`;
  return made("section", { class: "side", "data-side": number, "aria-labelledby": heading },
    made("h2", { id: heading }, side.rules), board, panel(side, number));
}

const panel = (side, number) => made("div", { class: "panel" },
  ...(side.note ? [made("p", { class: "faint" }, side.note)] : []),
  made("p", { class: "status" }, ...statusOf(side)),
  actions(side, number),
  made("div", { class: "told" }, ...toldOf(side)));

/** What is told beside a board until a point of it is chosen. */
function toldOf(side) {
  if (!isCounting()) return [made("p", {}, lastOf(side)), ...(side.score?.over ? termsOf(side.score) : [])];
  const [comesOut, ...further] = countInWords(side).map((text) => made("p", {}, text));
  return [comesOut, ...termsOf(side.counted), made("p", { class: "faint" },
    "Click a group to mark it dead, and a stone of it to take that back."), ...further];
}

/** What each player scores, term by term. */
function termsOf(score) {
  if (!score.terms) return [];
  const terms = (color) => score.terms.filter((term) => term[color] !== "0").map((term) => `${term[color]} ${term.word}`);
  return Object.entries(PLAYERS).filter(() => score.terms.length).map(([color, name]) =>
    made("p", {}, `${name}: ${terms(color).join(", ") || "nothing"}; ${score[color]} in all.`));
}

function onPoint(event, act) {
  const point = event.target.closest("[data-vertex]");
  if (point) act(point.dataset.vertex);
}

function statusOf(side) {
  const captured = `Captured: ${counted(side.captures.B, "black stone")}, ${counted(side.captures.W, "white stone")}.`;
  const words = [made("strong", {}, side.status), side.score?.over && !isCounting() ? ` ${side.score.sentence}` : "", ` ${captured}`];
  if (side.marks.length) words.push(` Marked as ko-recapture-blocked: ${side.marks.join(", ")}.`);
  if (side.stop && side.stop.number > shown.answer.address.shown) {
    words.push(made("strong", {}, ` These rules do not take turn ${side.stop.number}. `), side.stop.reason);
  }
  return words;
}

function actions(side, number) {
  const others = Object.keys(side.choices).filter((turn) => ["pass", "agree"].includes(turn) || turn.startsWith("unblock "));
  const button = (text, onclick, title = null) =>
    made("button", { type: "button", title, onclick }, text[0].toUpperCase() + text.slice(1));
  return made("div", { class: "controls" },
    ...(isCounting() ? [button("Stop counting", () => go(stage))] : []),
    ...(side.canBeCounted && !isCounting() ? [button("Mark dead stones", () => count(number))] : []),
    ...others.map((turn) => button(turn, () => play(number, turn), side.choices[turn].says)),
    button("Undo", undo));
}

const count = (side) => change({ kind: "count", result: shown.answer.address.result, side: String(side) });

/** Do at a point of a board what a click there is said to do. */
function act(side, point) {
  if (isCounting()) return change({ kind: "dead", point, side: String(side) });
  const stone = document.querySelector('input[name="stone"]:checked').value;
  return stone ? change({ kind: "stone", point, stone, side: String(side) }) : play(side, point);
}

/** Choose a point: show what the rules say of it, and what a clause points at. */
function choose(side, vertex) {
  const told = shown.answer.sides[side];
  const { choices, states } = told;
  const choice = choices[vertex];
  const board = boardOf(side);
  reachable(side, vertex);
  board.querySelectorAll(".highlighted").forEach((frame) => frame.remove());
  if (!choice || isCounting()) return;
  (choice.stones ?? []).forEach((stone) => highlight(pointOf(side, stone)));
  const parts = [made("p", {}, ...(choice.legal ? [] : [made("strong", {}, "✗ Illegal. ")]), choice.says)];
  if (choice.clause) parts.push(made("p", {}, clauseLink(choice.clause, told)));
  if (choice.earlier !== undefined) parts.push(made("p", {}, linkTo(choice.earlier, "Show the earlier state")));
  if (states[choice.earlier]) parts.push(drawn(states[choice.earlier]));
  board.querySelector(".told").replaceChildren(...parts);
}

/** Make a point the one that the tabulator reaches. */
function reachable(side, vertex) {
  const before = boardOf(side).querySelectorAll('[data-vertex][tabindex="0"]');
  before.forEach((point) => point.setAttribute("tabindex", "-1"));
  pointOf(side, vertex).setAttribute("tabindex", "0");
}

function highlight(point) {
  const frame = point.querySelector(".area").cloneNode();
  frame.setAttribute("class", "highlighted");
  point.append(frame);
}

function keyOnBoard(event, side) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const points = [...pointsOf(side)];
  const here = points.indexOf(event.target.closest("[data-vertex]"));
  const { width } = shown.answer.address;
  const column = here % width;
  const step = {
    ArrowLeft: column > 0 ? -1 : 0, ArrowRight: column < width - 1 ? 1 : 0, ArrowUp: -width, ArrowDown: width,
    Home: -column, End: width - 1 - column,
  }[event.key];
  if (step !== undefined) points[here + step]?.focus();
  else if (event.key === "Enter" || event.key === " ") act(side, points[here].dataset.vertex);
  else if (event.key === "p") play(side, "pass");
  else if (event.key === "u") undo();
  else return;
  event.preventDefault();
}
