// Runs a suite against an engine:  node runner.mjs ./your_engine.mjs < tromp-taylor.suite
//
// The engine exports three functions. A turn is "C3", "pass" or "unblock C3". What setUp and play return is where the
// game then stands, in the words of the suite, with ? for what the engine does not know: "state W .X./... 0 0 main" or,
// once the game is over, "over 4 2 B".
//   setUp(width, height, rows, player, phase, handicap); isLegal(turn); play(turn)
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

function differs(line, said) {
  const expected = line.split(" "), words = said.split(" ");
  const number = expected[0] === "state" ? 6 : expected.length;
  return expected.slice(0, number).some((word, place) => words[place] !== "?" && words[place] !== word);
}

function wrongTurn(line, engine) {
  const words = line.split(" "), rows = words[2].split("/"), further = words.slice(6);
  const why = new Map(further.filter((word) => word[0] === "-").map((word) => word.slice(1).split(":")));
  const turns = ["pass"];
  for (const stone of further.filter((word) => word[0] === "*").map((word) => word.slice(1))) {
    turns.push(`unblock ${stone}`);
    if (!further.includes(`+${stone}`)) why.set(`unblock ${stone}`, "its mark");
  }
  rows.forEach((points, row) => [...points].forEach((point, column) => {
    const turn = COLUMNS[column] + (rows.length - row);
    turns.push(turn);
    if (point !== ".") why.set(turn, "the stone there");
  }));
  const turn = turns.find((each) => engine.isLegal(each) === why.has(each));
  if (turn === undefined) return "";
  return why.has(turn) ? `${turn} is forbidden by ${why.get(turn)}` : `${turn} is legal`;
}

export function run(text, engine) {
  const faults = [];
  let name, said, turns, wrong;
  for (const line of text.split("\n")) {
    const [word, ...rest] = line.split(" ");
    if (word === "game") {
      const [id, sides, rows, player, phase, handicap] = rest;
      [name, turns, wrong] = [id, [], ""];
      said = engine.setUp(...sides.split("x").map(Number), rows, player, phase, Number(handicap));
    } else if (word === "play" && !wrong) {
      turns.push(rest.join(" "));
      said = engine.play(rest.join(" "));
    } else if ((word === "state" || word === "over") && !wrong) {
      if (differs(line, said)) wrong = `it is "${line}", not "${said}"`;
      else if (word === "state") wrong = wrongTurn(line, engine);
      if (wrong) faults.push(`${name}: after ${turns.join(" ") || "no turn"}, ${wrong}.`);
    }
  }
  return faults;
}

const faults = run(readFileSync(0, "ascii"), await import(pathToFileURL(process.argv[2])));
console.log(faults.join("\n") || "The engine says what the suite says.");
process.exitCode = faults.length > 0 ? 1 : 0;
