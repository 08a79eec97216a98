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
  const sources = fetch(here("superko.zip")).then((reply) => {
    if (!reply.ok) throw new Error(`superko.zip is answered by ${reply.status}.`);
    return reply.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  postMessage({ loading: 1 });
  python.FS.mkdir("/superko");
  python.unpackArchive(await sources, "zip", { extractDir: "/superko" });
  python.runPython("import sys; sys.path.insert(0, '/superko')");
  const { answer_in_a_page: answer } = python.pyimport(MODULE);
  postMessage({ loading: null });
  return answer;
}

addEventListener("message", async ({ data: { number, request } }) => {
  const answer = await answered;
  if (answer) postMessage({ number, answer: answer(request) });
});
