// The bar of places above simcord's page: says where something new was posted, switches, and refreshes
// the page when it is idle. It uses only what the page offers: its Refresh button and its status object.

const LOOK_EVERY = 1000;

const key = window.location.hash.slice(1);
const headers = { "X-Simcord-Capability": key };
const bar = Object.assign(document.createElement("nav"), { className: "practice-bar" });
bar.setAttribute("aria-label", "Places");
document.body.prepend(bar);

let shown = null;
let published = null;

function idle() {
  const page = window.simcordPreview;
  const composer = document.getElementById("channel-composer-input");
  return page?.ready && !page.renderState.modalHandle && !page.renderState.openPopupKey
    && !page.selectDrafts?.length && page.commandPicker?.state !== "browsing"
    && !page.commandPicker?.draft && !composer?.value;
}

function toTheEnd() {
  const timeline = document.getElementById("channel-timeline");
  if (timeline) timeline.scrollTop = timeline.scrollHeight;
}

function atTheEnd() {
  const timeline = document.getElementById("channel-timeline");
  return !timeline || timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 120;
}

let follow = true; // until the reader scrolls up
for (const kind of ["wheel", "touchmove", "keyup", "pointerup"]) {
  document.addEventListener(kind, () => setTimeout(() => { follow = atTheEnd(); }, 100), { passive: true });
}

function draw(places) {
  bar.replaceChildren(...places.map((place) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: place.title });
    button.dataset.place = place.key;
    button.setAttribute("aria-current", String(place.key === shown));
    if (place.new) button.append(Object.assign(document.createElement("span"), { className: "new", textContent: place.new }));
    button.addEventListener("click", async () => {
      await fetch(`/practice/show/${place.key}`, { method: "POST", headers });
      window.location.reload();
    });
    return button;
  }));
}

let drawn = "";
let height = 0;
function keepUp() {
  const now = document.getElementById("channel-timeline")?.scrollHeight ?? 0;
  if (follow && now !== height && window.simcordPreview?.ready) {
    toTheEnd();
    height = now;
  }
}

async function look() {
  try {
    const answer = await fetch("/practice/state", { headers });
    if (!answer.ok) return;
    const now = await answer.json();
    if (shown !== null && now.shown !== shown) window.location.reload();
    const first = shown === null;
    shown = now.shown;
    if (JSON.stringify(now.places) !== drawn) {
      drawn = JSON.stringify(now.places);
      draw(now.places);
    }
    if (first) published = now.state;
    const due = now.state !== published;
    if (due && !document.hidden && idle()) {
      published = now.state;
      document.getElementById("refresh")?.click();
    }
  } catch {
    // The table is closed, or on its way to another place; the next look tells.
  }
}

// Countdowns go on by themselves, as in Discord; the page draws them once. The table's clock is the real one.
const told = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
const UNITS = [["second", 60, 1], ["minute", 3600, 60], ["hour", 86400, 3600], ["day", Infinity, 86400]];
function countDown() {
  for (const time of document.querySelectorAll("time.discord-timestamp")) {
    if (!/^(in |now$|tomorrow$|yesterday$)|ago$/.test(time.textContent)) continue;
    const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
    const [unit, , size] = UNITS.find(([, below]) => Math.abs(seconds) < below);
    const text = told.format(Math.round(seconds / size), unit);
    if (time.textContent !== text) time.textContent = text;
  }
}

look();
setInterval(countDown, 500);
setInterval(look, LOOK_EVERY);
setInterval(keepUp, 250);
