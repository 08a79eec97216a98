// Go libraries of npm behind the referee's protocol, one JSON object a line: `node npm_engines.mjs PACKAGE`.
// The package is looked for as node does: in node_modules of this folder and those above it, and in NODE_PATH.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const BLACK = 1, WHITE = -1, EMPTY = 0;
const STONES = { [BLACK]: "X", [WHITE]: "O", [EMPTY]: "." };
const require = createRequire(`${process.cwd()}/`);

class Unable extends Error {}

const asked = (condition, otherwise) => { if (!condition) throw new Unable(otherwise); };
const square = ({ width, height }) => asked(width === height, "It plays on square boards only.");
const plain = (ko, suicide) => ({ ko, scoring: "AREA", tax: "NONE", suicide });

// Each engine starts a game, and a game has: play(x, y), pass(), legal(x, y) or null, color(x, y), and what it can
// tell beside that, in the protocol's words. Points are counted from the top left.
const ENGINES = {
  tenuki: {
    presets: {
      "positional-superko": plain("POSITIONAL", false),
      "situational-superko": plain("SITUATIONAL", false),
      simple: plain("SIMPLE", false),
    },
    deviations: ["never-no-result", "two-passes-only"],
    start({ Game }, size, rules) {
      square(size);
      asked(size.width <= 19, "It plays on boards of up to 19x19.");
      asked(!rules.suicide, "It has no suicide.");
      const koRule = { POSITIONAL: "positional-superko", SITUATIONAL: "situational-superko", SIMPLE: "simple" }[rules.ko];
      const game = new Game({ boardSize: size.width, komi: rules.komi, koRule, scoring: "area" });
      return {
        play: (x, y) => game.playAt(y, x),
        pass: () => game.pass(),
        legal: (x, y) => !game.isIllegalAt(y, x),
        color: (x, y) => ({ black: BLACK, white: WHITE, empty: EMPTY })[game.intersectionAt(y, x).value],
        tells() {
          const { blackStonesCaptured: B, whiteStonesCaptured: W } = game.currentState();
          const said = { captures: { B, W }, phase: game.isOver() ? "over" : "main" };
          if (!game.isOver()) return { ...said, player: game.currentPlayer() === "black" ? "B" : "W" };
          const { black, white } = game.score();
          return { ...said, result: { B: black, W: white } };
        },
      };
    },
  },

  wgo: {
    presets: {
      Japanese: plain("SIMPLE", false),
      Chinese: plain("POSITIONAL", false),
      AGA: plain("SITUATIONAL", false),
      NZ: plain("SITUATIONAL", true),
      "NONE, with suicide": plain("POSITIONAL", true),
      "KO, with suicide": plain("SIMPLE", true),
    },
    deviations: [],
    start({ Game, goRules, Repeating }, size, { ko, suicide, komi }) {
      square(size);
      const named = ko === "SITUATIONAL" ? goRules[suicide ? "NZ" : "AGA"] : goRules[ko === "SIMPLE" ? "Japanese" : "Chinese"];
      const game = new Game(size.width, { ...named, allowSuicide: suicide, komi });
      return {
        play: (x, y) => !!game.play(x, y),
        pass: () => (game.pass(), true),
        legal: (x, y) => game.isValid(x, y),
        color: (x, y) => game.getStone(x, y),
        tells() {
          const { black: W, white: B } = game.capCount;
          return { captures: { B, W }, player: game.turn === BLACK ? "B" : "W" };
        },
      };
    },
  },

  goban: {
    presets: {
      chinese: plain("POSITIONAL", false),
      aga: plain("SITUATIONAL", false),
      nz: plain("SITUATIONAL", true),
    },
    deviations: [],
    browser: ["document", "CSSStyleSheet", "addEventListener", "localStorage", "HTMLElement"],
    start({ GobanEngine }, { width, height }, { ko, suicide, komi }) {
      const rules = { POSITIONAL: { false: "chinese" }, SITUATIONAL: { false: "aga", true: "nz" } }[ko]?.[suicide];
      asked(rules, "It has positional superko without suicide, and situational superko with or without it.");
      const engine = new GobanEngine({ width, height, rules, komi });
      const attempt = (x, y) => {
        // As its own board plays a move: checking for ko, and raising an error where superko forbids it.
        try { engine.place(x, y, true, true); } catch { return false; }
        return true;
      };
      return {
        play: attempt,
        pass: () => (engine.place(-1, -1), true),
        legal: (x, y) => attempt(x, y) && (engine.deleteCurMove(), true),
        color: (x, y) => [EMPTY, BLACK, WHITE][engine.board[y][x]],
        tells(passes) {
          const captures = { B: engine.white_prisoners, W: engine.black_prisoners };
          if (passes < 2) return { captures, player: engine.player === 1 ? "B" : "W" };
          const { black, white } = engine.computeScore();
          return { captures, result: { B: black.total, W: white.total } };
        },
      };
    },
  },

  godash: {
    presets: { "isLegalMove and followupKo": plain("SIMPLE", false) },
    deviations: [],
    start(library, size, { ko, suicide }) {
      const { Board, Coordinate, Move, addMove, isLegalMove, followupKo, oppositeColor } = library;
      square(size);
      asked(ko === "SIMPLE" && !suicide, "It has simple ko, and no suicide.");
      let board = new Board(size.width), color = library.BLACK, forbidden = null;
      const at = (x, y) => new Coordinate(x, y);
      const legal = (x, y) => !board.moves.has(at(x, y)) && isLegalMove(board, new Move(at(x, y), color))
        && !(forbidden && forbidden.equals(at(x, y)));
      const passed = (next) => { forbidden = next; color = oppositeColor(color); return true; };
      return {
        play(x, y) {
          if (!legal(x, y)) return false;
          const move = new Move(at(x, y), color), next = followupKo(board, move);
          board = addMove(board, move);
          return passed(next);
        },
        pass: () => passed(null),
        legal,
        color: (x, y) => ({ [library.BLACK]: BLACK, [library.WHITE]: WHITE })[board.moves.get(at(x, y))] ?? EMPTY,
        tells: () => ({}),
      };
    },
  },

  "@sabaki/go-board": {
    presets: { "all prevented": plain("SIMPLE", false), "suicide allowed": plain("SIMPLE", true) },
    deviations: [],
    start(Board, { width, height }, { ko, suicide }) {
      asked(ko === "SIMPLE", "It has simple ko only.");
      const prevented = { preventOverwrite: true, preventKo: true, preventSuicide: !suicide };
      let board = Board.fromDimensions(width, height), sign = BLACK;
      const moved = (next) => { board = next; sign = -sign; return true; };
      return {
        play(x, y) {
          try { return moved(board.makeMove(sign, [x, y], prevented)); } catch { return false; }
        },
        pass: () => moved(board.makeMove(0, [-1, -1])),
        legal: suicide ? null : (x, y) => {
          const would = board.analyzeMove(sign, [x, y]);
          return !would.overwrite && !would.suicide && !would.ko;
        },
        color: (x, y) => board.get([x, y]),
        tells: () => ({ captures: { B: board.getCaptures(WHITE), W: board.getCaptures(BLACK) } }),
      };
    },
  },
};

// A bundle for browsers looks for things of a browser while it is loaded; none of them is used by its engine.
function pretendBrowser(names) {
  const nothing = new Proxy(function () {}, {
    get: (_, key) => (key === Symbol.toPrimitive ? () => "" : nothing),
    set: () => true,
    apply: () => nothing,
    construct: () => nothing,
  });
  globalThis.self = globalThis.window = globalThis;
  for (const name of names) globalThis[name] ??= nothing;
}

function loaded(name) {
  const engine = ENGINES[name];
  if (!engine) throw new Unable(`There is no engine ${name}; there are ${Object.keys(ENGINES).join(", ")}.`);
  const version = (() => {
    try { return require(`${name}/package.json`).version; }
    catch { throw new Unable(`${name} is not installed.`); }
  })();
  if (engine.browser) pretendBrowser(engine.browser);
  return { ...engine, name, version, library: require(name) };
}

class Referee {
  constructor(engine) { this.engine = engine; }

  rules() {
    const { name, version, presets, deviations } = this.engine;
    return { protocol: 1, name, version, presets, deviations };
  }

  new({ width, height, rules: given, board, player = "B", phase = "main" }) {
    asked(!board && player === "B" && phase === "main", "It starts from the empty board only.");
    const { ko = "POSITIONAL", scoring = "AREA", tax = "NONE", suicide = true, komi = 0, ...more } =
      typeof given === "string" ? this.engine.presets[given] : given;
    asked(scoring === "AREA" && tax === "NONE" && !more.hasButton && !more.selfPlayOpts && !more.document,
      "It counts the area, without tax, button or early end.");
    this.game = this.engine.start(this.engine.library, { width, height }, { ko, suicide, komi });
    Object.assign(this, { width, height, passes: 0 });
    return this.state();
  }

  play({ turns }) {
    asked(this.game, "There is no game yet.");
    for (const [index, turn] of turns.entries()) {
      if (!this.take(turn)) {
        return { error: { kind: "illegal", index, turn, clause: "", reason: "It does not play there." }, state: this.state() };
      }
      this.passes = turn === "pass" ? this.passes + 1 : 0;
    }
    return this.state();
  }

  take(turn) {
    if (turn === "pass") return this.game.pass();
    return this.game.play(COLUMNS.indexOf(turn[0]), this.height - Number(turn.slice(1)));
  }

  state() {
    const { game, width, height } = this;
    const columns = [...Array(width).keys()], rows = [...Array(height).keys()];
    const board = rows.map((y) => columns.map((x) => STONES[game.color(x, y)]).join("")).join("/");
    const told = game.tells(this.passes);
    if (!game.legal || told.result) return { board, ...told };
    const legal = rows.flatMap((y) => columns.filter((x) => game.legal(x, y)).map((x) => `${COLUMNS[x]}${height - y}`));
    return { board, legal, ...told };
  }
}

function answer(referee, request) {
  if (!["rules", "new", "play", "state"].includes(request.cmd)) throw new Unable("There is no such command.");
  return referee()[request.cmd](request);
}

console.log = console.info = console.error; // What a library prints is no reply.
let referee;
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.cmd === "quit") process.exit(0);
  let reply;
  try {
    reply = answer(() => (referee ??= new Referee(loaded(process.argv[2]))), request);
  } catch (error) {
    if (!(error instanceof Unable)) throw error;
    reply = { error: { kind: "bad-request", reason: error.message } };
  }
  process.stdout.write(`${JSON.stringify({ ...reply, id: request.id })}\n`);
}
