// The controls beside the boards: the list of turns, the rules, the board and what is set up.

import { PLAYERS, byId, made, say, showLinks } from "./elements.js";
import { linkTo } from "./boards.js";
import { explain } from "./counting.js";
import { listenForRecords } from "./records.js";
import { addressAt, ask, change, go, next, shown, stage } from "./exploring.js";
import { asked } from "./transport.js";

/** Draw the list of turns, and say where two rule sets differ. */
export function showTurns() {
  const { address: { turns, loop }, sides, parting } = shown.answer;
  const place = stage();
  byId("best-play").replaceChildren();
  const taken = (number) => sides.map((side) => side.turns[number]).find(Boolean);
  byId("turns").replaceChildren(turnItem(0, ["start"], null, place),
    ...turns.map((turn, number) => turnItem(number + 1, nameOf(number + 1, turn, taken(number)), taken(number), place)));
  const atStart = place === 0;
  const atEnd = place >= turns.length;
  const off = { first: atStart, back: atStart, forward: atEnd && loop === null, last: atEnd };
  for (const [id, isOff] of Object.entries(off)) {
    byId(id).setAttribute("aria-disabled", isOff);
  }
  byId("parting").hidden = !parting;
  const link = parting && parting.after !== null ? [" ", linkTo(parting.after, "Show where they differ")] : [];
  byId("parting").replaceChildren(parting?.says ?? "", ...link);
}

function nameOf(number, turn, taken) {
  const text = turn.replace("-", " ");
  if (!taken) return [`${number} not taken: ${text}`];
  return [`${number} `, made("span", { class: `stone ${taken.player}` }),
    made("span", { class: "heard" }, `${PLAYERS[taken.player]} `), text];
}

const turnItem = (number, words, taken, place) => made("li", {}, made("a", {
  href: addressAt(number), title: taken?.notes.join("; ") || null, "aria-current": number === place ? "step" : null,
}, ...words));

/** What the rules were drawn for: their texts, and the answer, which is shown again when a change is refused. */
const rulesDrawn = { text: "", answer: null };

/** Draw what rules there are to choose from, and each parameter of those that are shown. */
export function showRules() {
  const { choices, sides: [first, second] } = shown.answer;
  const text = JSON.stringify(shown.answer.sides.map(({ rules, parameters }) => [rules, parameters]));
  const isDrawn = text === rulesDrawn.text && shown.answer !== rulesDrawn.answer;
  Object.assign(rulesDrawn, { text, answer: shown.answer });
  if (isDrawn) return;
  byId("rule-sets").replaceChildren(
    ruleSet("Rule set", first.rules, [first.rules, ...choices.rules], "rules"),
    ruleSet("Beside it", second?.rules ?? "", ["", ...(second ? [second.rules] : []), ...choices.rules], "beside"));
  const open = [...byId("parameters").querySelectorAll("details")].map((details) => details.open);
  byId("parameters").replaceChildren(...shown.answer.sides.map((side, number) =>
    made("details", { open: open[number] ?? false },
      made("summary", {}, `Parameters and readings of ${side.rules}`),
      made("div", { class: "parameters" }, ...side.parameters.map((one) => parameter(one, number))))));
}

function ruleSet(label, value, names, kind) {
  const options = [...new Set(names)].map((name) =>
    made("option", { value: name, selected: name === value }, name || "nothing"));
  const onchange = (event) => change({ kind, rules: event.target.value });
  return made("label", {}, label, made("select", { onchange }, ...options));
}

function parameter({ key, word, value, values }, side) {
  const onchange = (event) => change({ kind: side ? "rule beside" : "rule", key, value: event.target.value });
  const options = values.map((one) => made("option", { value: one, selected: one === value }, one));
  return made("label", {}, word, options.length ? made("select", { onchange }, ...options)
    : made("input", { value, inputmode: "decimal", onchange }));
}

/** Fill in what the board and the start would be. */
export function showSetUp() {
  const { address, choices, sides: [first] } = shown.answer;
  byId("width").value = address.width;
  byId("height").value = address.height;
  byId("player").value = first.player;
  byId("phase").replaceChildren(...choices.phases.map((phase) =>
    made("option", { value: phase, selected: phase === first.phase }, phase)));
}

/** Put the game on the clipboard, as something that can be opened elsewhere; or show it, to be copied by hand. */
const copy = (kind) => next(async () => {
  const address = shown.answer.address.text;
  const told = kind === "link" ? { link: location.href } : await asked({ address, copies: "0" });
  if (told.error) return say(told.error, true);
  byId("copied").textContent = told[kind];
  byId("copied").hidden = false;
  try {
    await navigator.clipboard.writeText(told[kind]);
    return say("It is copied.");
  } catch {
    getSelection().selectAllChildren(byId("copied"));
    return say("It is selected; copy it with the keyboard.");
  }
});

/** Save the game that is shown as an SGF file, with the territory and the result if it is counted. */
const save = () => next(async () => {
  const told = await asked({ address: shown.answer.address.text, copies: "0" });
  if (told.error) return say(told.error, true);
  const href = URL.createObjectURL(new Blob([told.sgf], { type: "application/x-go-sgf" }));
  made("a", { href, download: "game.sgf" }).click();
  setTimeout(() => URL.revokeObjectURL(href));
  return say("The game is saved as game.sgf.");
});

/** Ask who wins under best play, and show by which turns, under each rule set. */
const findBestPlay = () => next(async () => {
  const { address: { text }, sides } = shown.answer;
  say("Best play is being searched.");
  byId("best-play").replaceChildren();
  for (const number of sides.keys()) showLinks("best-play", await asked({ address: text, best: String(number) }), "Show this line");
});

const onSubmit = (id, act) => byId(id).addEventListener("submit", (event) => {
  event.preventDefault();
  act();
});

/** Let the controls do what they say. */
export function listen() {
  listenForRecords();
  onSubmit("board", () => change({ kind: "board", width: byId("width").value, height: byId("height").value }));
  onSubmit("start", () => change({ kind: "start", player: byId("player").value, phase: byId("phase").value }));
  onSubmit("typed", () => next(async () => {
    const turn = byId("turn").value;
    if (await ask(shown.answer.address.text, { change: { kind: "turn", turn, side: "0" } })) byId("turn").value = "";
  }));
  onSubmit("explaining", explain);
  byId("protocol").addEventListener("change", ({ target }) => change({ kind: "protocol", protocol: target.value }));
  byId("save").addEventListener("click", save);
  byId("best").addEventListener("click", findBestPlay);
  const places = {
    first: () => 0,
    back: () => Math.max(0, stage() - 1),
    forward: () => {
      const { turns, loop } = shown.answer.address;
      return stage() < turns.length ? stage() + 1 : (loop ?? turns.length - 1) + 1;
    },
    last: () => shown.answer.address.turns.length,
  };
  for (const [id, place] of Object.entries(places)) byId(id).addEventListener("click", () => go(place));
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(button.dataset.copy));
  }
}
