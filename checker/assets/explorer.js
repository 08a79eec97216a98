// The page of the explorer. It draws what the server answers and sends what a person does; no rule is written here.

const LONGEST_LIST = 60;
const byId = (id) => document.getElementById(id);
const PLAYERS = { B: "Black", W: "White" };

let answer = null;
let restoring = false;
let steps = Promise.resolve();

/** An element with attributes and children; text is only ever put in as text. */
function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** An SVG element that the server drew. */
function drawn(text) {
  return document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Tell something that is heard; what is refused is seen too. */
function say(text, refused = false) {
  byId("message").className = refused ? "" : "heard";
  byId("message").textContent = text;
}

/** The address of what is shown, with so many of its turns, or with others. */
function addressAt(number, turns = answer.address.turns) {
  const { before, after } = answer.address;
  const at = number < turns.length ? `${after ? "&" : "?"}at=${number}` : "";
  return before + turns.join(".") + after + at;
}

/** Do something once everything before it is done and shown: keys may come faster than answers. */
const next = (step) => {
  steps = steps.then(step).catch((error) => {
    say(`The page failed: ${error.message}.`, true);
    reportError(error);
  });
};

/** Ask the server what to show, and show it; tell in a sentence if it can't be shown. */
async function ask(address, change = null) {
  let told;
  try {
    const reply = await fetch("answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(change === null ? { address } : { address, change }),
    });
    told = reply.headers.get("Content-Type") === "application/json" ? await reply.json() : { error: await reply.text() };
  } catch {
    told = { error: "The explorer does not answer; it may have been stopped." };
  }
  if (told.error) {
    say(told.error, true);
    return;
  }
  answer = told;
  if (location.hash !== answer.address.text) history.pushState(null, "", answer.address.text);
  show();
}

const change = (what) => next(() => ask(answer.address.text, what));
const go = (place) => next(() => ask(addressAt(place())));

/** Take back the turns that no rules took, or else the last turn that is shown. */
const undo = () => next(() => {
  const { turns, shown } = answer.address;
  const kept = stage() < shown ? stage() : shown - 1;
  if (kept >= 0) return ask(addressAt(kept, turns.slice(0, kept)));
  return say("No turn has been taken yet.", true);
});

/** After how many turns the boards are shown. */
const stage = () => Math.max(...answer.sides.map((side) => side.shown));

/** Take a turn on one of the boards, or tell why it is not legal there. */
const play = (side, turn) => next(() => {
  const choice = answer.sides[side].choices[turn];
  if (!choice || choice.legal) return ask(answer.address.text, { kind: "turn", turn, side: String(side) });
  if (pointOf(side, turn)) choose(side, turn);
  return say(choice.says, true);
});

/** Do at a point of a board what a click there is said to do. */
function act(side, point) {
  const stone = document.querySelector('input[name="stone"]:checked').value;
  if (stone) change({ kind: "stone", point, stone, side: String(side) });
  else play(side, point);
}

// The boards.

function show() {
  const focus = document.activeElement?.closest?.("[data-vertex]");
  const onBoard = focus ? [Number(focus.closest(".side").dataset.side), focus.dataset.vertex] : null;
  const { address, sides } = answer;
  document.title = `${sides.map((side) => side.rules).join(" beside ")}, ${address.width}x${address.height}, ` +
    `turn ${address.shown} – superko explorer`;
  byId("note").textContent = answer.note;
  byId("note").hidden = !answer.note;
  document.querySelector("main").className = sides.length > 1 ? "double" : "single";
  byId("boards").replaceChildren(...sides.map(sideShown));
  byId("findings").replaceChildren(...sides.map((side, number) => made("div", { class: "side" },
    ...(sides.length > 1 ? [made("h2", {}, `Under ${side.rules}`)] : []), onward(side, number), score(side))));
  if (onBoard) {
    restoring = true;
    moveTo(...onBoard);
    restoring = false;
  }
  const stops = sides.filter((side) => side.stop && side.stop.number <= address.shown);
  const heard = sides.map((side) => (sides.length > 1 ? `${side.rules}: ` : "") + (stops.includes(side)
    ? `Turn ${side.stop.number} is not taken. ${side.stop.reason}` : `${lastOf(side)} ${side.status}`));
  say(heard.join(" "), stops.length > 0);
  showTurns();
  showRules();
  showSetUp();
}

const wordsOf = (turn) => turn.replace("-", " ");
const boardOf = (side) => byId("boards").children[side];
const pointOf = (side, vertex) => boardOf(side)?.querySelector(`[data-vertex="${vertex}"]`);

function sideShown(side, number) {
  const board = drawn(side.svg);
  board.style.maxWidth = widthOf(answer.address);
  board.addEventListener("click", (event) => {
    const point = event.target.closest("[data-vertex]");
    if (point) act(number, point.dataset.vertex);
  });
  board.addEventListener("keydown", (event) => keyOnBoard(event, number));
  board.addEventListener("focusin", (event) => {
    const point = event.target.closest("[data-vertex]");
    if (point && !restoring) choose(number, point.dataset.vertex);
  });
  const heading = `rules-of-${number}`;
  return made("section", { class: "side", "data-side": number, "aria-labelledby": heading },
    made("h2", { id: heading }, side.rules),
    board,
    ...(side.note ? [made("p", { class: "faint" }, side.note)] : []),
    made("p", {}, ...statusOf(side)),
    actions(side, number),
    made("div", { class: "told" }, made("p", {}, lastOf(side)), made("p", { class: "faint" },
      "Go to a point by the arrow keys, or click where no move is legal, to see what the rules say of it.")));
}

/** How wide a board is drawn at most, so that small ones can be hit and tall ones fit. */
function widthOf({ width, height }) {
  const longest = Math.max(width, height);
  return `${Math.min(36, Math.max(16, 2.5 + 3.1 * longest)) * (width + 1) / (longest + 1)}rem`;
}

/** What the last turn did, in a sentence. */
function lastOf(side) {
  const taken = side.turns[side.shown - 1];
  if (!taken) return "No turn has been taken yet.";
  const what = taken.text === "pass" ? "passes" : taken.text;
  return `Turn ${side.shown}: ${PLAYERS[taken.player]} ${[what, ...taken.notes].join(", ")}.`;
}

function statusOf(side) {
  const captured = `Captured: ${counted(side.captures.B, "black stone")}, ${counted(side.captures.W, "white stone")}.`;
  const words = [`${side.status} ${captured}`];
  if (side.marks.length) words.push(` Blocked by ko: ${side.marks.join(", ")}.`);
  if (side.stop && side.stop.number > answer.address.shown) {
    words.push(made("strong", {}, ` These rules do not take turn ${side.stop.number}. `), side.stop.reason);
  }
  return words;
}

function actions(side, number) {
  const others = Object.keys(side.choices).filter((turn) => turn.includes(" ") || turn === "pass");
  const buttons = others.map((turn) => made("button", {
    type: "button", title: side.choices[turn].says, onclick: () => play(number, turn),
  }, turn === "pass" ? "Pass" : `Unblock ${turn.split(" ")[1]}`));
  return made("div", { class: "controls" }, ...buttons);
}

/** Choose a point: show what the rules say of it, what a clause points at, and the cycle that it would close. */
function choose(side, vertex) {
  const { choices, lassos } = answer.sides[side];
  const choice = choices[vertex];
  const board = boardOf(side);
  reachable(side, vertex);
  board.querySelectorAll(".highlighted").forEach((frame) => frame.remove());
  if (!choice) return;
  (choice.stones ?? []).forEach((stone) => highlight(pointOf(side, stone)));
  const told = [made("p", {}, choice.says)];
  if (choice.clause) told.push(made("p", { class: "id" }, choice.clause));
  if (choice.earlier !== undefined) told.push(made("p", {}, linkTo(choice.earlier, "Show the earlier state")));
  if (lassos[vertex]) told.push(drawn(lassos[vertex].svg));
  board.querySelector(".told").replaceChildren(...told);
}

/** Make a point the one that the tabulator reaches. */
function reachable(side, vertex) {
  boardOf(side).querySelectorAll('[data-vertex][tabindex="0"]').forEach((point) => point.setAttribute("tabindex", "-1"));
  pointOf(side, vertex)?.setAttribute("tabindex", "0");
}

function moveTo(side, vertex) {
  if (!pointOf(side, vertex)) return;
  reachable(side, vertex);
  pointOf(side, vertex).focus();
}

function highlight(point) {
  const area = point?.querySelector(".area");
  if (!area) return;
  const frame = area.cloneNode();
  frame.setAttribute("class", "highlighted");
  point.append(frame);
}

const linkTo = (number, text) => made("a", { href: addressAt(number) },
  `${text}: ${number ? `after turn ${number}` : "at the start"}`);

function keyOnBoard(event, side) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const points = [...boardOf(side).querySelectorAll("[data-vertex]")];
  const here = points.indexOf(event.target.closest("[data-vertex]"));
  if (here < 0) return;
  const { width } = answer.address;
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

// Where one could go from here, and the score.

function onward(side, number) {
  const all = Object.entries(side.choices);
  const legal = all.filter(([, choice]) => choice.legal);
  const parts = [made("h3", {}, "From here"), made("p", {}, all.length ? `${counted(legal.length, "legal turn")}.`
    : "The game is over; there is no turn to take.")];
  if (legal.length) {
    const list = made("ul", { class: "choices" }, ...legal.map(([turn, choice]) => made("li", {},
      made("button", { type: "button", title: choice.says, onclick: () => play(number, turn) }, turn))));
    parts.push(made("details", { open: legal.length <= LONGEST_LIST / 3 }, made("summary", {}, "Each legal turn"), list));
  }
  const returning = Object.entries(side.lassos);
  parts.push(made("p", {}, returning.length ? "These lead back to a state that has stood:"
    : "No move leads back to a state that has stood."));
  if (returning.length) parts.push(made("ul", { class: "lassos" }, ...returning.slice(0, 6).map(([turn, lasso]) =>
    made("li", {}, made("p", {}, lasso.says, side.choices[turn].legal ? " It is legal."
      : ` Forbidden by ${side.choices[turn].clause}.`), drawn(lasso.svg), made("p", {}, linkTo(side.choices[turn].stood, "Show that state"))))));
  return made("section", { class: "onward" }, ...parts);
}

function score(side) {
  if (!side.score) return made("p", { class: "faint" }, "Passing alone never ends the game from here.");
  const { over, sentence, terms, B, W } = side.score;
  const heading = made("h3", {}, over ? "Score" : "Score if both only pass from here");
  if (!terms.length) return made("section", {}, heading, made("p", {}, sentence));
  const table = made("table", {},
    made("thead", {}, made("tr", {}, ...["Term", "Black", "White", "Clause"].map((word) =>
      made("th", { scope: "col" }, word)))),
    made("tbody", {}, ...terms.map((term) => made("tr", {}, made("th", { scope: "row" }, term.word),
      made("td", { class: "number" }, term.B), made("td", { class: "number" }, term.W),
      made("td", {}, made("span", { class: "id" }, term.clause), made("br"), term.text))),
      made("tr", {}, made("th", { scope: "row" }, "sum"), made("td", { class: "number" }, B),
        made("td", { class: "number" }, W), made("td"))));
  return made("section", {}, heading, made("p", {}, sentence), made("div", { class: "wide" }, table));
}

// The turns.

function showTurns() {
  const { turns } = answer.address;
  const shown = stage();
  const taken = turns.map((turn, number) => answer.sides.map((side) => side.turns[number]).find(Boolean));
  const items = [turnItem(0, "start", null, shown)];
  turns.forEach((turn, number) => items.push(turnItem(number + 1, wordsOf(turn), taken[number], shown)));
  byId("turns").replaceChildren(...items);
  const disabled = { first: shown === 0, back: shown === 0, undo: shown === 0, forward: shown >= turns.length,
    last: shown >= turns.length };
  for (const [id, off] of Object.entries(disabled)) byId(id).setAttribute("aria-disabled", off);
  const { parting } = answer;
  byId("parting").hidden = !parting;
  if (parting) byId("parting").replaceChildren(parting.says, ...(parting.after === null ? []
    : [" ", linkTo(parting.after, "Show where they part")]));
}

function turnItem(number, text, taken, shown) {
  const name = number ? `${number} ${taken ? "" : "not taken: "}${text}` : text;
  const words = taken ? [`${number} `, made("span", { class: `stone ${taken.player}` }),
    made("span", { class: "heard" }, `${PLAYERS[taken.player]} `), text] : [name];
  return made("li", {}, made("a", {
    href: addressAt(number), title: taken?.notes.join("; ") || null, "aria-current": number === shown ? "step" : null,
  }, ...words));
}

// Rules and set-up.

function showRules() {
  const { choices, sides } = answer;
  const select = (label, value, names, kind) => made("label", {}, label, made("select", {
    onchange: (event) => change({ kind, rules: event.target.value }),
  }, ...names.map(([name, text]) => made("option", { value: name, selected: name === value }, text))));
  const named = (side) => [...new Set([...(side ? [side.rules] : []), ...choices.rules])].map((name) => [name, name]);
  byId("rule-sets").replaceChildren(
    select("Rule set", sides[0].rules, named(sides[0]), "rules"),
    select("Beside it", sides[1]?.rules ?? "", [["", "nothing"], ...named(sides[1])], "beside"));
  const open = [...byId("parameters").querySelectorAll("details")].map((details) => details.open);
  byId("parameters").replaceChildren(...sides.map((side, number) => made("details", { open: open[number] ?? false },
    made("summary", {}, `Parameters and readings of ${side.rules}`),
    made("div", { class: "parameters" }, ...side.parameters.map((one) => parameter(one, number))))));
}

function parameter({ key, word, value, values }, side) {
  const onchange = (event) => change({ kind: side ? "rule beside" : "rule", key, value: event.target.value });
  const field = values.length ? made("select", { onchange },
    ...values.map((one) => made("option", { value: one, selected: one === value }, one)))
    : made("input", { value, inputmode: "decimal", onchange });
  return made("label", {}, word, field);
}

function showSetUp() {
  byId("width").value = answer.address.width;
  byId("height").value = answer.address.height;
  byId("player").value = answer.sides[0].player;
  byId("phase").replaceChildren(...answer.choices.phases.map((phase) => made("option", {
    value: phase, selected: phase === answer.sides[0].phase,
  }, phase)));
}

byId("skip").addEventListener("click", (event) => {
  // The part of the address after # says what is shown, so it can't lead to a place in the page.
  event.preventDefault();
  document.querySelector('.goban [tabindex="0"]')?.focus();
});
byId("board").addEventListener("submit", (event) => {
  event.preventDefault();
  change({ kind: "board", width: byId("width").value, height: byId("height").value });
});
byId("start").addEventListener("submit", (event) => {
  event.preventDefault();
  change({ kind: "start", player: byId("player").value, phase: byId("phase").value });
});
byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  change({ kind: "turn", turn: byId("turn").value, side: "0" });
  byId("turn").value = "";
});
byId("first").addEventListener("click", () => go(() => 0));
byId("back").addEventListener("click", () => go(() => Math.max(0, stage() - 1)));
byId("forward").addEventListener("click", () => go(() => Math.min(answer.address.turns.length, stage() + 1)));
byId("last").addEventListener("click", () => go(() => answer.address.turns.length));
byId("undo").addEventListener("click", undo);
addEventListener("popstate", () => {
  const { hash } = location;
  if (hash.startsWith("#/") && hash !== answer?.address.text) next(() => ask(hash));
});

next(() => ask(location.hash.startsWith("#/") ? location.hash : ""));
