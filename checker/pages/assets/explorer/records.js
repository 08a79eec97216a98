// Game records: opening them, their variations, and what was written beside their turns.

import { byId, made } from "./elements.js";
import { open, shown, stage } from "./exploring.js";

/** Open a game record that is chosen, dropped or pasted. */
export function listenForRecords() {
  const opened = async (file) => { if (file) open(await file.text()); };
  byId("record").addEventListener("change", ({ target }) => opened(target.files[0]));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    opened(event.dataTransfer.files[0]);
  });
  addEventListener("paste", ({ clipboardData }) => {
    const text = clipboardData.getData("text").trim();
    if (text.startsWith("(")) open(text);
  });
}

/** Draw the variations of the record that was opened last, and what it says of the turn that is shown. */
export function showRecord() {
  const { turns } = shown.answer.address;
  const place = stage();
  const isOn = (line) => turns.slice(0, place).every((turn, number) => turn === line.turns[number]);
  const comment = shown.record.filter(isOn).map((line) => line.comments[place]).find(Boolean) ?? "";
  byId("comment").textContent = comment;
  byId("comment").hidden = !comment;
  const isShown = (line) => turns.join() === line.turns.join();
  byId("lines").replaceChildren(...(shown.record.length > 1 ? shown.record : []).map((line, number) => made("li", {},
    made("a", { href: line.text, "aria-current": isShown(line) ? "true" : null },
      number ? `Variation ${number + 1}, from ${line.leaves > 0 ? `turn ${line.leaves}` : "before the start"}` : "Main line"))));
}
