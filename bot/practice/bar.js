// The bar of places above simcord's page: says where something new was posted, switches, and refreshes
// the page when it is idle. It uses only what the page offers: its Refresh button and its status object.

const LOOK_EVERY = 1000;
const REFRESH_AT_LEAST = 10_000; // countdowns stand still between refreshes

const key = window.location.hash.slice(1);
const headers = { "X-Simcord-Capability": key };
const bar = Object.assign(document.createElement("nav"), { className: "practice-bar" });
bar.setAttribute("aria-label", "Places");
document.body.prepend(bar);

let shown = null;
let published = null;
let publishedAt = Date.now();

function idle() {
  const page = window.simcordPreview;
  const composer = document.getElementById("channel-composer-input");
  return page?.ready && !page.renderState.modalHandle && !page.renderState.openPopupKey
    && !page.selectDrafts?.length && page.commandPicker?.state !== "browsing"
    && !page.commandPicker?.draft && !composer?.value;
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
    const due = now.state !== published || Date.now() - publishedAt > REFRESH_AT_LEAST;
    if (due && !document.hidden && idle()) {
      published = now.state;
      publishedAt = Date.now();
      document.getElementById("refresh")?.click();
    }
  } catch {
    // The table is closed, or on its way to another place; the next look tells.
  }
}

look();
setInterval(look, LOOK_EVERY);
