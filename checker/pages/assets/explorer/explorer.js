// The page of the explorer. It draws what the server answers and sends what a person does; no rule is written here.

import { byId, keepingFocus, say } from "./elements.js";
import { ask, next, shown, whenShown } from "./exploring.js";
import { lastOf, showBoards } from "./boards.js";
import { showFindings } from "./findings.js";
import { countInWords, isCounting, showCounting } from "./counting.js";
import { showRecord } from "./records.js";
import { listen, showRules, showSetUp, showTurns } from "./controls.js";

const DRAWN_ANEW = ["boards", "counted", "findings", "turns", "lines", "rule-sets", "parameters"];

/** Draw everything that the server answered. */
function show() {
  const { address, note, sides } = shown.answer;
  const rules = sides.map((side) => side.rules).join(" beside ");
  document.title = `${rules}, ${address.width}x${address.height}, turn ${address.shown} · superko`;
  document.querySelector("main").className = sides.length > 1 ? "double" : "single";
  byId("note").textContent = note;
  byId("note").hidden = !note;
  keepingFocus(DRAWN_ANEW, () => {
    showBoards();
    showCounting();
    showFindings();
    showTurns();
    showRecord();
    showRules();
    showSetUp();
  });
  const isStopped = (side) => side.stop && side.stop.number <= address.shown;
  const heard = sides.map((side) => (sides.length > 1 ? `${side.rules}: ` : "") + (isStopped(side)
    ? `Turn ${side.stop.number} is not taken. ${side.stop.reason}`
    : isCounting() ? countInWords(side).join(" ") : `${lastOf(side)} ${side.status}`));
  say(heard.join(" "), sides.some(isStopped));
}

byId("skip").addEventListener("click", (event) => {
  // The part of the address after # says what is shown, so it can't lead to a place in the page.
  event.preventDefault();
  document.querySelector('.goban [tabindex="0"]')?.focus();
});
addEventListener("popstate", () => {
  const { hash } = location;
  if (hash.startsWith("#/") && hash !== shown.answer?.address.text) next(() => ask(hash));
});
whenShown(show);
listen();
next(() => ask(location.hash.startsWith("#/") ? location.hash : ""));
