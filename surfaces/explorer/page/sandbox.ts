/** The state of the sandbox, which other programs may change as well. */
import { arrowOf } from "./arrows.js"
import { code, element } from "./element.js"
import { type Item, STATE, type State } from "./given.js"

export function sandboxPanel(): HTMLDetailsElement {
  const summary = element("summary", {}, "Sandbox")
  const lists = element("div")
  const use = element("div")
  new EventSource(STATE).addEventListener("message", ({ data }) => {
    const { issues, pulls, requests, environment }: State = JSON.parse(data)
    summary.textContent = `Sandbox: ${issues.total} issues, ${pulls.total} pull requests`
    lists.replaceChildren(
      list("Requests", requests.length, requests.map(requestLine)),
      list("Issues", issues.total, issues.items.map(itemLine)),
      list("Pull requests", pulls.total, pulls.items.map(itemLine)),
    )
    if (use.childElementCount === 0) use.append(code("Use it from a shell", inShell(environment)))
  })
  return element("details", { class: "sandbox" }, summary, lists, use)
}

function inShell(environment: State["environment"]): string {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return `export ${variables.join(" ")}`
}

function list(title: string, total: number, lines: readonly HTMLElement[]): HTMLElement {
  const shown = lines.length < total ? `${total}, the ${lines.length} updated last` : `${total}`
  return element(
    "section",
    { "aria-label": title },
    element("h3", {}, `${title} (${shown})`),
    lines.length > 0 && element("ul", {}, ...lines),
  )
}

function requestLine(request: Parameters<typeof arrowOf>[0]): HTMLElement {
  const { request: words, answer, failed } = arrowOf(request)
  return element(
    "li",
    { class: failed ? "failed" : undefined },
    `${request.number} ${words}: ${answer}`,
  )
}

function itemLine({ name, title, state, labels }: Item): HTMLElement {
  return element(
    "li",
    {},
    element("span", { class: "id" }, name),
    ` ${title} `,
    element("span", { class: `state ${state}` }, state),
    labels.length > 0 && element("span", { class: "labels" }, labels.join(", ")),
  )
}
