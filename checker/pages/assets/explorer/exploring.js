// What is shown, and how to come to something else: every step asks the rules, one after the other.

import { say } from "./elements.js";
import { asked } from "./transport.js";

/** What was answered last: everything that is shown; and the lines of the game record that was opened last. */
export const shown = { answer: null, record: [] };

let steps = Promise.resolve();
let show = () => {};

/** Say what draws the page when there is something else to show, or when a change was refused. */
export const whenShown = (draw) => { show = draw; };

/** Do something once everything before it is done and shown: keys may come faster than answers. */
export function next(step) {
  steps = steps.then(step).catch((error) => {
    say(`The page failed: ${error.message}.`, true);
    reportError(error);
  });
}

/** Ask what to show, and show it; tell in a sentence if it can't be shown. Says whether it was. */
export async function ask(address, further = {}) {
  const told = await asked({ address, ...further });
  if (told.error) {
    if (shown.answer) show();
    else if (address) await ask("");
    say(told.error, true);
    return false;
  }
  shown.answer = told;
  shown.record = told.record ?? shown.record;
  if (location.hash !== told.address.text) history.pushState(null, "", told.address.text);
  show();
  return true;
}

export const change = (what) => next(() => ask(shown.answer.address.text, { change: what }));

/** Show the game of a record, given as the text of an SGF file. */
export const open = (sgf) => next(() => ask("", { sgf }));

/** Show the game after as many turns as a function says by then. */
export const go = (place) => next(() => ask(addressAt(place())));

/** After how many turns the boards are shown. */
export const stage = () => Math.max(...shown.answer.sides.map((side) => side.shown));

/** The address of what is shown, after so many of its turns, or of others. */
export function addressAt(number, turns = shown.answer.address.turns) {
  const { before, after, turns: all, loop } = shown.answer.address;
  const fields = after ? [after.slice(1)] : [];
  if (loop !== null && turns === all) fields.push(`loop=${loop}`);
  if (number < turns.length) fields.push(`at=${number}`);
  return before + turns.join(".") + (fields.length ? `?${fields.join("&")}` : "");
}

/** Take back the turns that no rules took, or else the last turn that is shown. */
export const undo = () => next(() => {
  const { address } = shown.answer;
  const kept = stage() < address.shown ? stage() : address.shown - 1;
  if (kept >= 0) return ask(addressAt(kept, address.turns.slice(0, kept)));
  return say("No turn has been taken yet.", true);
});
