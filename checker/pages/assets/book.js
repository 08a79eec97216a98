// Stepping through games, copying them, and choosing among claims. Everything is in the page already; without this
// file all diagrams stand in order and all claims in one list.
"use strict";

(function () {
  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

  function stepThrough(game) {
    const frames = [...game.querySelectorAll(".frames > li")];
    if (frames.length < 2) return;
    const last = frames.length - 1;
    const controls = element("div", "");
    controls.className = "controls";
    controls.setAttribute("role", "toolbar");
    controls.setAttribute("aria-label", "Step through " + game.id);
    const heard = element("p", "");
    heard.className = "heard";
    heard.setAttribute("aria-live", "polite");
    const place = element("span", "");
    place.className = "faint";
    const playedOn = game.querySelector(".play-on a");
    let shown = 0;
    const button = (text, to) => {
      const made = element("button", text);
      made.type = "button";
      made.addEventListener("click", () => show(to()));
      controls.append(made);
      return made;
    };
    const back = [button("First", () => 0), button("Back", () => shown - 1)];
    const forward = [button("Forward", () => shown + 1), button("Last", () => last)];
    controls.append(place);
    function show(number, quietly) {
      shown = Math.min(Math.max(number, 0), last);
      frames.forEach((frame, index) => { frame.hidden = index !== shown; });
      back.forEach((made) => made.setAttribute("aria-disabled", String(shown === 0)));
      forward.forEach((made) => made.setAttribute("aria-disabled", String(shown === last)));
      place.textContent = shown + " of " + last;
      if (playedOn) playedOn.href = playedOn.href.replace(/at=\d+/, "at=" + shown);
      if (quietly) return;
      heard.textContent = frames[shown].querySelector("figcaption").innerText;
      window.history.replaceState(null, "", "#" + frames[shown].id);
    }
    const keys = { ArrowLeft: () => shown - 1, ArrowRight: () => shown + 1, Home: () => 0, End: () => last };
    game.step = (event) => {
      if (!(event.key in keys) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(keys[event.key]());
    };
    game.classList.add("stepped");
    game.style.setProperty("--columns", game.querySelector(".goban").getAttribute("width") / 30);
    game.querySelector(".frames").before(controls);
    game.append(heard);
    show(Number(game.dataset.opens ?? last), true);
    const showNamed = () => {
      const number = frames.findIndex((frame) => "#" + frame.id === window.location.hash);
      if (number >= 0) show(number);
    };
    window.addEventListener("hashchange", showNamed);
    showNamed();
  }

  // Keys go to the game that they are pressed in; the arrows, pressed nowhere, to the one nearest to the middle.
  function chosenGame(event) {
    if (event.target !== document.body) return event.target.closest(".stepped");
    if (!event.key.startsWith("Arrow")) return null;
    const away = (game) => {
      const { top, bottom } = game.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - window.innerHeight / 2);
    };
    return [...document.querySelectorAll(".stepped")].sort((one, other) => away(one) - away(other))[0];
  }

  function addCopying(text) {
    const made = element("button", "Copy the " + text.dataset.copy);
    made.type = "button";
    const told = element("span", "");
    told.setAttribute("role", "status");
    made.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        told.textContent = " Copied.";
      } catch {
        window.getSelection().selectAllChildren(text);
        told.textContent = " Selected; copy it with the keyboard.";
      }
    });
    text.after(made, told);
  }

  // A word is found whatever its ending, as the commands find it.
  const stem = (word) => word.replace(word.length > "stones".length ? /(ation|ates?|ies|es|s)$/ : /(?<=...)s$/, "");

  function addChoosing(form) {
    const entries = [...document.querySelectorAll(".entries > li")].map((entry) => (
      { entry, text: (entry.textContent + " " + (entry.dataset.topics ?? "")).toLowerCase() }));
    const found = document.getElementById("found");
    const choose = () => {
      const wanted = Object.fromEntries(new FormData(form));
      const asked = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value.trim())).toString();
      if (asked || window.location.hash.startsWith("#?")) window.history.replaceState(null, "", asked ? "#?" + asked : "#");
      const words = wanted.text.toLowerCase().split(/[\s,;]+/).map(stem);
      delete wanted.text;
      const number = { claim: 0, clause: 0, word: 0 };
      for (const { entry, text } of entries) {
        const chosen = Object.entries(wanted).every(
          ([name, value]) => !value || (entry.dataset[name] ?? "").split(" ").includes(value));
        entry.hidden = !chosen || !words.every((word) => text.includes(word));
        number[entry.dataset.kind || "claim"] += entry.hidden ? 0 : 1;
      }
      found.textContent = Object.entries(number)
        .map(([kind, some]) => some + " " + kind + (some === 1 ? "" : "s")).join(", ");
    };
    // What is asked stands in the address, so that it can be linked to, and is there again on the way back.
    const fill = () => {
      const { hash } = window.location;
      const asked = new URLSearchParams(hash.startsWith("#?") ? hash.slice(2) : "");
      for (const field of form.elements) field.value = asked.get(field.name) ?? "";
      choose();
    };
    form.hidden = false;
    form.addEventListener("input", choose);
    form.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", fill);
    fill();
  }

  document.querySelectorAll(".game").forEach(stepThrough);
  document.addEventListener("keydown", (event) => chosenGame(event)?.step(event));
  document.querySelectorAll("[data-copy]").forEach(addCopying);
  const form = document.getElementById("filter");
  if (form) addChoosing(form);
})();
