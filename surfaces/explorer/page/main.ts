/** The explorer in a browser: a searchable list, and the selected item. */
import { searchCapabilities } from "../../../runtime/index.js"
import { describe, part } from "./describe.js"
import { byId, element } from "./element.js"
import type { Given } from "./given.js"
import { tryIt } from "./try-it.js"

const { capabilities, chain, live }: Given = JSON.parse(byId("given").textContent)
const lines = capabilities.map(({ explanation }) => explanation)
const search = byId("search", HTMLInputElement)
/** The fragment of the chain's URL; ids contain dots. */
const CHAIN = "chain"
const [list, count, content] = [byId("list"), byId("count"), byId("content")]

function showList(): void {
  const words = search.value.trim()
  const found = words === "" ? lines : searchCapabilities(lines, words)
  // Search results are sorted by relevance.
  const domainOf = ({ id }: { id: string }) => (words === "" ? id.split(".", 1)[0] : "")
  list.replaceChildren(
    ...(live && words === "" ? [element("a", { href: `#${CHAIN}` }, "Try a chain")] : []),
    ...[...new Set(found.map(domainOf))].map((domain) =>
      element(
        "section",
        { "aria-label": domain || "Found" },
        domain && element("h2", {}, domain),
        ...found
          .filter((line) => domainOf(line) === domain)
          .map(({ id, effect, description }) =>
            element(
              "a",
              { href: `#${id}` },
              element("span", { class: "id" }, id),
              effect !== "read" && element("span", { class: `effect ${effect}` }, effect),
              element("span", { class: "about" }, description),
            ),
          ),
      ),
    ),
  )
  count.textContent = `${found.length} ${found.length === 1 ? "capability" : "capabilities"}`
  markChosen()
}

function showChosen(): void {
  const id = chosen()
  const one = capabilities.find(({ explanation }) => explanation.id === id)
  document.body.classList.toggle("chosen", id !== "")
  document.title = one ? `${id} · ghx explorer` : "ghx explorer"
  const back = element("a", { class: "back", href: "#" }, "‹ All capabilities")
  content.replaceChildren(
    back,
    ...(one ? describe(one, live) : id === "" || id === CHAIN ? welcome() : unknown(id)),
  )
  scrollTo(0, 0)
  markChosen()
}

function chosen(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return location.hash.slice(1)
  }
}

function markChosen(): void {
  for (const link of links()) {
    if (link.hash === location.hash) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
}

function welcome(): Node[] {
  return [
    element("h1", {}, "GitHub capabilities"),
    element(
      "p",
      { class: "lead" },
      `${capabilities.length} typed functions. Choose one, or press / to search.`,
    ),
    ...(live
      ? part(
          "Try a chain",
          element(
            "p",
            {},
            "Steps share requests, and can use results of earlier steps. Everything runs on an in-memory GitHub.",
          ),
          tryIt(chain),
        )
      : []),
  ]
}

function unknown(id: string): Node[] {
  return [
    element("h1", {}, "Unknown capability"),
    element(
      "p",
      { class: "lead" },
      `No capability is named ${JSON.stringify(id)}. Press / to search.`,
    ),
  ]
}

function links(): HTMLAnchorElement[] {
  return [...list.querySelectorAll("a")]
}

/** Arrow keys move from the field through the list and back; Enter opens the first result. */
function move(event: KeyboardEvent): void {
  const all = links()
  const at = all.findIndex((link) => link.matches(":focus"))
  const isInField = document.activeElement === search
  if (event.key === "/" && !isTyping()) search.focus()
  else if (event.key === "Escape" && (isInField || at >= 0)) leave()
  else if (event.key === "Enter" && isInField) all[0]?.click()
  else if (event.key === "ArrowDown" && (isInField || at >= 0)) (all[at + 1] ?? all.at(-1))?.focus()
  else if (event.key === "ArrowUp" && at >= 0) (all[at - 1] ?? search).focus()
  else return
  event.preventDefault()
}

function leave(): void {
  search.value = ""
  search.focus()
  showList()
}

function isTyping(): boolean {
  const { activeElement: active } = document
  return active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
}

byId("skip").addEventListener("click", (event) => {
  // The URL's fragment holds the selection.
  event.preventDefault()
  content.focus()
})
search.addEventListener("input", showList)
document.addEventListener("keydown", move)
addEventListener("hashchange", () => {
  showChosen()
  content.focus({ preventScroll: true })
})
showList()
showChosen()
