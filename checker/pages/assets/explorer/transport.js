// Who answers: the server that the page came from, or, on a site without one, the same Python in a worker of the page.

const { worker } = document.documentElement.dataset;

/** What is answered to a request; an error is a sentence. */
export const asked = worker ? throughWorker(worker) : throughServer;

async function throughServer(request) {
  try {
    const reply = await fetch("answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    });
    const isTold = reply.headers.get("Content-Type") === "application/json";
    return isTold ? await reply.json() : { error: await reply.text() };
  } catch {
    return { error: "The explorer does not answer; it may have been stopped." };
  }
}

/** A function that asks a worker, and tells meanwhile how far that is with loading the rules. */
function throughWorker(path) {
  const answers = new Map();
  const rules = new Worker(path, { type: "module" });
  let asked = 0;
  let failure = null;
  const fail = (says) => {
    failure = { error: `The rules can't be loaded: ${says}` };
    tellLoading(null);
    for (const settle of answers.values()) settle(failure);
    answers.clear();
  };
  rules.addEventListener("error", (event) => fail(event.message || "this page has to come from a web server."));
  rules.addEventListener("message", ({ data }) => {
    if (data.failure) return fail(data.failure);
    if (data.loading !== undefined) return tellLoading(data.loading);
    answers.get(data.number)?.(JSON.parse(data.answer));
    return answers.delete(data.number);
  });
  return (request) => failure ?? new Promise((settle) => {
    asked += 1;
    answers.set(asked, settle);
    rules.postMessage({ number: asked, request: JSON.stringify(request) });
  });
}

/** Show how many of the steps to load the rules are done, or, without any, that they are there. */
function tellLoading(done) {
  const loading = document.getElementById("loading");
  loading.hidden = done === null;
  if (done !== null) loading.querySelector("progress").value = done;
}
