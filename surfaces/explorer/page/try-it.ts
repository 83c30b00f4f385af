/** An editor for tasks, with their code and their results. */
import { arrowOf } from "./arrows.js"
import type { Completions } from "./completions.js"
import { editor } from "./editor.js"
import { code, element } from "./element.js"
import { chainInShell, chainInTypeScript, inShell, inTypeScript } from "./examples.js"
import { type Arrived, type Ran, RESET, RUN } from "./given.js"
import { sequence } from "./sequence.js"

/** Longer results are cut, because they would make the page slow. */
const MOST_LETTERS = 50_000

export interface TryOptions {
  readonly live: boolean
  readonly completions: Completions
}

/** @param tasks - the initial task or list of tasks */
export function tryIt(tasks: object, { live, completions }: TryOptions): HTMLElement {
  const calls = element("div", { class: "calls" }, ...callsOf(tasks))
  const changed = (text: string) => {
    try {
      calls.replaceChildren(...callsOf(JSON.parse(text)))
    } catch {
      // Running reports it; until then the code stays as it was.
    }
  }
  const running = live ? runner(() => text()) : undefined
  const on = { changed, run: () => running?.run() }
  const { box, text } = editor(JSON.stringify(tasks, null, 2), completions, on)
  const note = element(
    "p",
    { class: "note" },
    "This page has no server: ",
    element("code", {}, "ghx explore"),
    " serves it with an in-memory GitHub, and runs your tasks.",
  )
  return element("div", { class: "try" }, box, ...(running?.parts ?? [note]), calls)
}

/** The text's call in each other language, or nothing if it is no task. */
function callsOf(tasks: unknown): HTMLElement[] {
  if (Array.isArray(tasks))
    return [code("TypeScript", chainInTypeScript(tasks)), code("Shell", chainInShell(tasks))]
  const { task, input, ...more } = Object(tasks)
  if (typeof task !== "string" || typeof input !== "object" || input === null) return []
  if (Object.keys(more).length > 0) return callsOf([tasks])
  return [code("TypeScript", inTypeScript(task, input)), code("Shell", inShell(task, input))]
}

/** The buttons that run the text and reset the sandbox, with what they bring. */
function runner(text: () => string): { run(): void; parts: readonly HTMLElement[] } {
  const run = element("button", { type: "button", class: "run" }, "Run")
  const reset = element("button", { type: "button" }, "Reset the sandbox")
  const status = element("p", { role: "status", class: "status" })
  const result = element("div")
  const act = async (doing: string, path: string, done: (answer: object) => string) => {
    if (run.disabled) return
    run.disabled = reset.disabled = true
    status.textContent = doing
    status.classList.remove("failed")
    try {
      const body = path === RUN ? { tasks: parsed(text()) } : {}
      const answer = await ask(path, body)
      status.textContent = done(answer)
      if (path === RUN) status.classList.toggle("failed", statusOf(answer as Ran) !== "success")
    } catch (error) {
      result.replaceChildren()
      status.classList.add("failed")
      status.textContent = error instanceof Error ? error.message : String(error)
    }
    run.disabled = reset.disabled = false
  }
  const runTasks = () =>
    void act("Running", RUN, (answer) => {
      const ran = answer as Ran
      result.replaceChildren(...shown(ran))
      return summary(ran)
    })
  run.addEventListener("click", runTasks)
  reset.addEventListener("click", () =>
    act("Resetting", RESET, () => {
      result.replaceChildren()
      return "The sandbox was reset."
    }),
  )
  const hint = element("span", { class: "hint" }, "Ctrl+Enter runs, Ctrl+Space completes")
  const buttons = element("p", { class: "buttons" }, run, reset, hint)
  return { run: runTasks, parts: [buttons, status, result] }
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

function summary(ran: Ran): string {
  const { requests } = ran
  const cost = requests.reduce((sum, one) => sum + (one.cost ?? 0), 0)
  const sent = `${requests.length} ${requests.length === 1 ? "request" : "requests"}`
  return `${statusOf(ran)}, ${sent}${cost > 0 ? `, ${cost} ${cost === 1 ? "point" : "points"} of GraphQL` : ""}`
}

function shown(ran: Ran): Node[] {
  const { envelope, requests } = ran
  return [
    ...failuresOf(ran).map(({ name, code: kind, message, fix }) =>
      element(
        "p",
        { class: "failure" },
        element("strong", {}, `${name}: ${kind}`),
        element("span", {}, message),
        fix !== undefined && element("span", { class: "fix" }, fix),
      ),
    ),
    sequence(requests),
    ...requests.map(requestDetails),
    code("Envelope", clipped(JSON.stringify(envelope, null, 2))),
  ]
}

function requestDetails(arrived: Arrived, at: number): HTMLElement {
  const { body, response, operation, synthesized, failed } = arrived
  const { request, answer } = arrowOf(arrived)
  const { query, variables } = Object(body)
  const details = element(
    "details",
    { class: failed ? "failed" : undefined },
    element("summary", {}, `${at + 1} ${request}: ${answer}`),
  )
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

interface Failure {
  /** The capability, in a chain with its place: `2 issue.view`. */
  readonly name: string
  readonly code: string
  readonly message: string
  readonly fix?: string
}

/** `success`, `partial` or `failed` */
function statusOf({ envelope }: Ran): string {
  const { ok, status = ok ? "success" : "failed" } = Object(envelope)
  return status
}

function failuresOf({ envelope }: Ran): Failure[] {
  const { results, meta, error } = Object(envelope)
  if (results === undefined) return error ? [{ ...error, name: meta?.capability_id ?? "task" }] : []
  const all: readonly { task: string; error?: Omit<Failure, "name"> }[] = results
  return all.flatMap(({ task, error }, at) =>
    error ? { ...error, name: `${at + 1} ${task}` } : [],
  )
}
