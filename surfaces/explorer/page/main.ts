/** The explorer in a browser: a searchable list, and the selected item. */
import { type CapabilitySummary, searchCapabilities } from "../../../runtime/index.js"
import { completionsOf } from "./completions.js"
import { describe, part } from "./describe.js"
import { byId, element } from "./element.js"
import type { Given } from "./given.js"
import { sandboxPanel } from "./sandbox.js"
import { tryIt } from "./try-it.js"

const { capabilities, chain, live }: Given = JSON.parse(byId("given").textContent)
const completions = completionsOf(capabilities)
const sandbox = live && sandboxPanel()
const lines = capabilities.map(({ explanation }) => explanation)
const search = byId("search", HTMLInputElement)
/** The fragment of the chain's URL; ids contain dots. */
const CHAIN = "chain"
const [list, count, content] = [byId("list"), byId("count"), byId("content")]

function showList(): void {
  const words = search.value.trim()
  const found = words === "" ? lines : searchCapabilities(lines, words)
  // Search results are sorted by relevance.
  list.replaceChildren(
    ...(words === ""
      ? [element("a", { href: `#${CHAIN}` }, "Try a chain"), ...domains()]
      : found.map(line)),
  )
  count.textContent = `${found.length} ${found.length === 1 ? "capability" : "capabilities"}`
  markChosen()
}

function domains(): HTMLElement[] {
  const domainOf = ({ id }: { id: string }) => id.split(".", 1)[0]
  return [...new Set(lines.map(domainOf))].map((domain) => {
    const own = lines.filter((one) => domainOf(one) === domain)
    const number = element("span", { class: "number" }, String(own.length))
    return element("details", {}, element("summary", {}, `${domain} `, number), ...own.map(line))
  })
}

function line({ id, effect, description }: CapabilitySummary): HTMLElement {
  return element(
    "a",
    { href: `#${id}` },
    element("span", { class: "id" }, id),
    effect !== "read" && element("span", { class: `effect ${effect}` }, effect),
    element("span", { class: "about" }, description),
  )
}

function showChosen(): void {
  const id = chosen()
  const one = capabilities.find(({ explanation }) => explanation.id === id)
  document.body.classList.toggle("chosen", id !== "")
  document.title = one ? `${id} · ghx explorer` : "ghx explorer"
  const back = element("a", { class: "back", href: "#" }, "‹ All capabilities")
  content.replaceChildren(
    back,
    ...(one
      ? describe(one, { live, completions })
      : id === "" || id === CHAIN
        ? welcome()
        : unknown(id)),
  )
  if (sandbox) {
    sandbox.open = !one
    content.querySelector(".try")?.append(sandbox)
  }
  scrollTo(0, 0)
  content.scrollTop = 0
  markChosen()
}

function chosen(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return location.hash.slice(1)
  }
}

/** Marks the entry of the page, and shows it in the list. */
function markChosen(): void {
  for (const link of list.querySelectorAll("a")) {
    link.removeAttribute("aria-current")
    if (link.hash !== location.hash) continue
    link.setAttribute("aria-current", "page")
    const domain = link.closest("details")
    if (domain) domain.open = true
    link.scrollIntoView({ block: "nearest" })
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
    ...part(
      "Try a chain",
      element(
        "p",
        {},
        "Steps share requests, and can use results of earlier steps. Everything runs on an in-memory GitHub.",
      ),
      tryIt(chain, { live, completions }),
    ),
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

/** The entries and domains that are not folded away. */
function entries(): HTMLElement[] {
  const all = list.querySelectorAll<HTMLElement>("a, summary")
  return [...all].filter((entry) => entry.checkVisibility())
}

/** Arrow keys move from the field through the list and back; Enter opens the first result. */
function move(event: KeyboardEvent): void {
  const all = entries()
  const at = all.findIndex((entry) => entry.matches(":focus"))
  const isInField = document.activeElement === search
  if (event.key === "/" && !isTyping(event)) search.focus()
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

function isTyping(event: Event): boolean {
  // The element itself, where `document.activeElement` is the host of the editor.
  const [target] = event.composedPath()
  return target instanceof HTMLInputElement || (target as HTMLElement).isContentEditable
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
