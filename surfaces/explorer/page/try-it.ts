/** An editor for tasks, with their results. */
import { arrowOf } from "./arrows.js"
import { code, element } from "./element.js"
import { type Arrived, type Ran, RESET, RUN } from "./given.js"
import { sequence } from "./sequence.js"

/** Longer results are cut, because they would make the page slow. */
const MOST_LETTERS = 50_000

/** @param tasks - the initial task or list of tasks */
export function tryIt(tasks: object): HTMLElement {
  const text = JSON.stringify(tasks, null, 2)
  const box = element("textarea", {
    "aria-label": "Tasks as JSON",
    spellcheck: "false",
    rows: String(Math.min(text.split("\n").length, 18)),
  })
  box.value = text
  const run = element("button", { type: "button", class: "run" }, "Run")
  const reset = element("button", { type: "button" }, "Reset the sandbox")
  const status = element("p", { role: "status", class: "status" })
  const result = element("div")

  const act = async (
    doing: string,
    path: string,
    body: () => object,
    done: (answer: object) => string,
  ) => {
    run.disabled = reset.disabled = true
    status.textContent = doing
    status.classList.remove("failed")
    try {
      const answer = await ask(path, body())
      status.textContent = done(answer)
    } catch (error) {
      result.replaceChildren()
      status.classList.add("failed")
      status.textContent = error instanceof Error ? error.message : String(error)
    }
    run.disabled = reset.disabled = false
  }
  const runTasks = () =>
    act(
      "Running",
      RUN,
      () => ({ tasks: parsed(box.value) }),
      (answer) => {
        const ran = answer as Ran
        result.replaceChildren(...shown(ran))
        return summary(ran)
      },
    )

  run.addEventListener("click", runTasks)
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!run.disabled) void runTasks()
  })
  reset.addEventListener("click", () =>
    act(
      "Resetting",
      RESET,
      () => ({}),
      () => {
        result.replaceChildren()
        return "The sandbox was reset."
      },
    ),
  )
  return element(
    "div",
    { class: "try" },
    box,
    element(
      "p",
      { class: "buttons" },
      run,
      reset,
      element("span", { class: "hint" }, "Ctrl+Enter runs"),
    ),
    status,
    result,
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`Not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

async function ask(path: string, body: object): Promise<object> {
  const asked = fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const response = await asked.catch(() => {
    throw new Error("The explorer does not respond. Check that `ghx explore` is running.")
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

function summary({ envelope, requests }: Ran): string {
  const { ok, status = ok ? "success" : "failed" } = envelope as { ok?: boolean; status?: string }
  const cost = requests.reduce((sum, one) => sum + (one.cost ?? 0), 0)
  const sent = `${requests.length} ${requests.length === 1 ? "request" : "requests"}`
  return `${status}, ${sent}${cost > 0 ? `, ${cost} ${cost === 1 ? "point" : "points"} of GraphQL` : ""}`
}

function shown({ envelope, requests }: Ran): Node[] {
  return [
    sequence(requests),
    ...requests.map(requestDetails),
    code("Envelope", clipped(JSON.stringify(envelope, null, 2))),
  ]
}

function requestDetails(arrived: Arrived, at: number): HTMLElement {
  const { body, response, operation, synthesized } = arrived
  const { request, answer } = arrowOf(arrived)
  const { query, variables } = Object(body)
  const details = element("details", {}, element("summary", {}, `${at + 1} ${request}: ${answer}`))
  // Created when opened, because most never are.
  details.addEventListener(
    "toggle",
    () => {
      if (synthesized.length > 0) {
        const made = `The sandbox has no data for this, so it synthesized: ${synthesized.join(", ")}.`
        details.append(element("p", { class: "note" }, made))
      }
      if (operation) {
        details.append(code("Document", String(query)), code("Variables", pretty(variables ?? {})))
      } else if (body) details.append(code("Body", pretty(body)))
      details.append(code("Answer", pretty(response)))
    },
    { once: true },
  )
  return details
}

function pretty(value: unknown): string {
  return clipped(typeof value === "string" ? value : JSON.stringify(value, null, 2))
}

function clipped(text: string): string {
  const more = text.length - MOST_LETTERS
  return more > 0 ? `${text.slice(0, MOST_LETTERS)}\n… and ${more} letters more` : text
}
