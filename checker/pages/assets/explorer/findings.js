// What follows from what is shown: where one could go from here, which states have stood before, and the score.

import { byId, counted, made } from "./elements.js";
import { clauseLink, linkTo, play } from "./boards.js";
import { isCounting } from "./counting.js";
import { shown } from "./exploring.js";

const FEW_TURNS = 20;

/** Draw what follows under each rule set. */
export function showFindings() {
  const { sides } = shown.answer;
  byId("findings").hidden = isCounting();
  byId("findings").replaceChildren(...sides.map((side, number) => made("div", { class: "side" },
    ...(sides.length > 1 ? [made("h2", {}, `Under ${side.rules}`)] : []),
    onward(side, number), cycles(side), score(side))));
}

function onward(side, number) {
  const all = Object.entries(side.choices);
  const legal = all.filter(([, choice]) => choice.legal);
  const heading = made("h3", {}, "From here");
  if (!legal.length) return made("section", {}, heading, made("p", {}, "No turn is legal here."));
  const turns = legal.map(([turn, choice]) => made("li", {},
    made("button", { type: "button", title: choice.says, onclick: () => play(number, turn) }, turn)));
  return made("section", {}, heading, made("details", { open: legal.length <= FEW_TURNS },
    made("summary", {}, counted(legal.length, "legal turn")), made("ul", { class: "choices" }, ...turns)));
}

/** The turns, but for passes, that lead back to a state that has stood, legal or not. */
function cycles(side) {
  const all = Object.entries(side.choices);
  const isBack = ([turn, { stood }]) => stood !== null && stood < side.shown && !["pass", "agree"].includes(turn);
  const returning = all.filter(isBack);
  const kind = all.some(([turn]) => turn.startsWith("unblock ")) ? "move or unblock action" : "move";
  if (!returning.length) return made("p", {}, `No ${kind} leads back to a state that has stood.`);
  return made("section", {}, made("p", {}, "These lead back to a state that has stood:"), made("ul", {},
    ...returning.map(([turn, { legal, stood }]) => made("li", {}, `${turn}${legal ? "" : ", illegal"}: `,
      linkTo(stood, "show that state")))));
}

function score(side) {
  if (!side.score) return made("p", { class: "faint" }, "Passing alone never ends the game from here.");
  const { over, sentence, terms, B, W } = side.score;
  const heading = made("h3", {}, over ? "Score" : "Score if both only pass from here");
  if (!terms.length) return made("section", {}, heading, made("p", {}, sentence));
  const columns = ["Term", "Black", "White"].map((word) => made("th", { scope: "col" }, word));
  const row = (black, white, ...term) => made("tr", {}, made("th", { scope: "row" }, ...term),
    made("td", { class: "number" }, black), made("td", { class: "number" }, white));
  const rows = terms.map((term) => row(term.B, term.W, term.word, made("br"),
    made("span", { class: "clause" }, term.text, " ", clauseLink(term.clause, side))));
  return made("section", {}, heading, made("p", {}, sentence), made("div", { class: "wide" },
    made("table", {}, made("thead", {}, made("tr", {}, ...columns)),
      made("tbody", {}, ...rows, row(B, W, "sum")))));
}
