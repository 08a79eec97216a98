// The rules in the page: Python, compiled for browsers, with the clauses and the interpreter as they are.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (path) => new URL(path, import.meta.url).href;
const MODULE = "superko.checker.pages.explorer.answers";

const answered = load().catch((error) => {
  postMessage({ failure: String(error.message ?? error) });
  return null;
});

async function load() {
  postMessage({ loading: 0 });
  const reply = await fetch(here("superko.zip"));
  if (!reply.ok) throw new Error(`superko.zip is answered by ${reply.status}.`);
  const sources = await reply.arrayBuffer();
  const memory = await keptMemory(sources);
  const python = await started(memory);
  postMessage({ loading: 1 });
  python.FS.mkdir("/superko");
  python.unpackArchive(sources, "zip", { extractDir: "/superko" });
  python.runPython(`import sys; sys.path.insert(0, "/superko"); import ${MODULE}`);
  if (memory && !memory.found) memory.keep(python.makeMemorySnapshot());
  const { answer_in_a_page: answer } = python.pyimport(MODULE);
  postMessage({ loading: null });
  return answer;
}

/** Python, with the memory that was kept, or, if there is none or it can't be read, from the beginning. */
async function started(memory) {
  const start = (further) => loadPyodide({ indexURL: here("pyodide/"), ...further });
  if (!memory) return start({});
  if (!memory.found) return start({ _makeSnapshot: true });
  return start({ _loadSnapshot: memory.found }).catch(() => memory.forget().then(() => start({})));
}

/** What Python's memory was at an earlier visit, once these sources were loaded, if the browser keeps such things. */
async function keptMemory(sources) {
  if (!globalThis.caches) return null;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", sources));
  const place = here(`memory-${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);
  const store = await caches.open(here("memory"));
  const found = await store.match(place);
  const forget = async () => { for (const old of await store.keys()) await store.delete(old); };
  // A browser may refuse to keep so much; then the next visit loads as this one did.
  const keep = (memory) => forget().then(() => store.put(place, new Response(memory))).catch(() => {});
  return { found: found && new Uint8Array(await found.arrayBuffer()), keep, forget };
}

addEventListener("message", async ({ data: { number, request } }) => {
  const answer = await answered;
  if (answer) postMessage({ number, answer: answer(request) });
});
