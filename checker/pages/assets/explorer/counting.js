// Counting a game: which stones are dead, the score term by term under each rule set, and the record's own result.

import { byId, made, say, showLinks } from "./elements.js";
import { ask, next, shown } from "./exploring.js";
import { asked } from "./transport.js";

export const isCounting = () => shown.answer.address.dead !== null;

/** What the count comes to under one rule set, in sentences. */
export const countInWords = ({ counted }) => (counted.error ? [counted.error] : [counted.sentence, ...counted.says]);

/** Draw the score under each rule set, side by side, while dead stones are marked. */
export function showCounting() {
  byId("counting").hidden = !isCounting();
  byId("explained").replaceChildren();
  if (!isCounting()) return byId("counted").replaceChildren();
  byId("result").value = shown.answer.address.result;
  showProtocols();
  return byId("counted").replaceChildren(made("div", { class: "wide" }, table()));
}

/** The protocols by which both players may say which stones are dead. */
function showProtocols() {
  const { address: { protocol }, choices: { protocols } } = shown.answer;
  byId("protocol").replaceChildren(...["", ...protocols].map((name) =>
    made("option", { value: name, selected: name === protocol }, name || "as the rules say")));
}

function table() {
  const sides = shown.answer.sides.filter(({ counted }) => counted.terms?.length);
  const counts = ({ B, W }) => B !== "0" || W !== "0";
  const words = [...new Set(sides.flatMap(({ counted }) => counted.terms.filter(counts).map((term) => term.word)))];
  const header = (text, attributes = {}) => made("th", { scope: "col", ...attributes }, text);
  const row = (word, cells) => made("tr", {}, made("th", { scope: "row" }, word), ...cells.flatMap(numbers));
  const numbers = (term) => ["B", "W"].map((color) => made("td", { class: "number" }, term?.[color] ?? "–"));
  const termOf = (word) => ({ counted }) => counted.terms.find((term) => term.word === word);
  return made("table", {},
    made("thead", {},
      made("tr", {}, header("Term", { rowspan: 2 }), ...sides.map((side) => header(side.rules, { colspan: 2 }))),
      made("tr", {}, ...sides.flatMap(() => ["Black", "White"].map((name) => header(name, { class: "number" }))))),
    made("tbody", {}, ...words.map((word) => row(word, sides.map(termOf(word)))),
      row("sum", sides.map(({ counted }) => counted))));
}

/** Ask which stones must be dead for the result that was typed, and show each answer as a link. */
export const explain = () => next(async () => {
  const { address } = shown.answer;
  const result = byId("result").value.trim();
  if (result !== address.result && !await ask(address.text, { change: { kind: "count", result } })) return;
  say("Sets of dead stones are being tried.");
  const told = await asked({ address: shown.answer.address.text, explain: "0" });
  byId("explained").replaceChildren();
  showLinks("explained", told, "Mark these");
});
