// A small engine for area rules with superko, and mistakes to be planted in it by name, through the environment.
const { MISTAKE, KO, SUICIDE, BUTTON, KOMI = "0" } = process.env;
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const other = (color) => (color === "X" ? "O" : "X");
// With the button, a state also holds whether anybody has passed.
let width, height, board, player, passes, captures, button, past;

function neighbors(point) {
  const column = point % width;
  return [column > 0 && point - 1, column < width - 1 && point + 1, point >= width && point - width,
    point < board.length - width && point + width].filter((each) => each !== false);
}

function touched(on, point) {
  const points = [point], seen = new Uint8Array(on.length), touches = new Set();
  seen[point] = 1;
  for (const each of points)
    for (const next of neighbors(each)) {
      if (on[next] !== on[point]) touches.add(on[next]);
      else if (!seen[next]) seen[next] = points.push(next);
    }
  return touches;
}

function capture(on, color) {
  const gone = on.flatMap((at, point) => (at === color && !touched(on, point).has(".") ? [point] : []));
  for (const point of gone) on[point] = ".";
  return gone.length;
}

function hash(on) {
  let value = 7;
  on.forEach((at, point) => { if (at !== ".") value ^= Math.imul(2 * point + (at === "X" ? 3 : 2), 0x9e3779b1) >>> 7; });
  return value & 0xffff;
}

const keyOf = (on) => (MISTAKE === "hash-of-16-bits" ? hash(on) : on.join(""));

function stood(on, next) {
  const from = { "forgets-the-start": 1, "looks-back-eight-boards": Math.max(0, past.length - 8) }[MISTAKE] ?? 0;
  const key = keyOf(on);
  return past.slice(from).some((before) =>
    before.key === key && before.passed === (button !== null) && (KO !== "SITUATIONAL" || MISTAKE === "ignores-the-player" || before.player === next));
}

function after(point) {
  if (board[point] !== ".") return null;
  const on = [...board];
  on[point] = player;
  let own = MISTAKE === "own-stones-first" ? capture(on, player) : 0;
  const taken = capture(on, other(player)), unsuicided = [...on];
  own += capture(on, player);
  if (own && SUICIDE === "no" && !(MISTAKE === "suicide-of-two" && own === 2)) return null;
  return stood(MISTAKE === "suicide-unseen" ? unsuicided : on, other(player)) ? null : { on, taken, own };
}

const pointOf = (turn) => (height - Number(turn.slice(1))) * width + COLUMNS.indexOf(turn[0]);

function told() {
  past.push({ key: keyOf(board), player, passed: button !== null });
  if (passes < 2) {
    const rows = Array.from({ length: height }, (_, row) => board.slice(row * width, (row + 1) * width).join(""));
    return `state ${player === "X" ? "B" : "W"} ${rows.join("/")} ${captures.X} ${captures.O} main`;
  }
  const score = { X: 0, O: Number(KOMI) * (MISTAKE === "komi-twice" ? 2 : 1) };
  board.forEach((at, point) => {
    if (at !== ".") return score[at]++;
    const touches = touched(board, point);
    if (touches.has("X") && (!touches.has("O") || MISTAKE === "dame-to-black")) score.X++;
    if (touches.has("O") && !touches.has("X")) score.O++;
  });
  if (BUTTON === "yes") score[MISTAKE === "button-to-the-second" ? other(button) : button] += 0.5;
  const winner = score.X > score.O ? "B" : score.X < score.O ? "W" : "draw";
  return `over ${score.X} ${score.O} ${winner}`;
}

export function setUp(columns, rows, stones, toPlay) {
  [width, height, board] = [columns, rows, [...stones.replaceAll("/", "")]];
  [player, passes, captures, button, past] = [toPlay === "B" ? "X" : "O", 0, { X: 0, O: 0 }, null, []];
  return told();
}

export const isLegal = (turn) => turn === "pass" || after(pointOf(turn)) !== null;

export function play(turn) {
  if (turn === "pass") {
    if (BUTTON === "yes" && button === null) button = player;
    else passes++;
  } else {
    const { on, taken, own } = after(pointOf(turn));
    [board, passes] = [on, 0];
    captures[other(player)] += taken;
    captures[player] += own;
  }
  player = other(player);
  return told();
}
