/** Fields of a list's items that only the command for one item has. */
import { createExecutor } from "../../generated/calls.js"
import {
  type Client,
  heldBackMessage,
  type ResultEnvelope,
  type ResultWarning,
} from "../../runtime/index.js"
import {
  commandsLike,
  isOfField,
  listedIn,
  memberFor,
  type PerItem,
  type Planned,
  viewOf,
} from "./gh/index.js"
import { planned } from "./gh-command.js"
import { printAttempts } from "./output/index.js"
import { withFurtherPages } from "./pages.js"
import type { Terminal } from "./terminal/index.js"

/** The steps of the command that shows one item of a list; none if the chosen steps do not list such items alone. */
export async function itemStepsFor(chosen: readonly Planned[]): Promise<readonly Planned[]> {
  const [list] = chosen
  if (!list?.contract.list || chosen.some(({ id }) => id !== list.id)) return []
  const view = viewOf(list.id) ?? ""
  const steps = (await commandsLike(view))[view] ?? []
  const lists = steps.filter((step) => step.lists)
  const main = steps.filter(({ id }) => viewOf(id) === view)
  const others = steps.filter((step) => isOfField(step) && !step.lists)
  // A contract's field may have the name of gh's list.
  return Promise.all([...lists, ...main, ...others].map(planned))
}

/**
 * Adds the fields to each item of a page, by one chain for all items.
 *
 * @param input - the input of the list; it names the repository if the items do not
 */
export async function withItemFields(
  listed: ResultEnvelope<unknown>,
  steps: readonly PerItem[],
  input: object,
  client: Client,
  trace: boolean,
  terminal: Terminal,
): Promise<ResultEnvelope<unknown>> {
  if (!listed.ok) return listed
  const page: { items: readonly object[] } = Object(listed.data)
  const tasks = page.items.flatMap((item) =>
    steps.map(({ step: { id, contract, usual }, fields }) => ({
      task: String(id),
      input: { ...usual, ...namesOf(contract.input.required ?? [], { ...input, ...item }) },
      ...(fields && { fields }),
    })),
  )
  if (tasks.length === 0) return listed
  const { execute, executeTasks } = createExecutor({ client })
  const options = { signal: terminal.interrupted, trace }
  const { results, meta } = await executeTasks(tasks, undefined, options)
  for (const { task, attempts = [] } of results) printAttempts(task, attempts, terminal)
  const failures = results.flatMap((one, at) => {
    const mayMiss = steps[at % steps.length]?.step.mayMiss
    if (one.ok || (mayMiss && one.error.code === "NOT_FOUND")) return []
    const place = nameOf(Object(page.items[Math.floor(at / steps.length)]))
    return [{ task: one.task, error: one.error, place }]
  })
  const failure = failures.find(({ error }) => error.message !== heldBackMessage) ?? failures[0]
  if (failure) {
    const { task, place, error } = failure
    const message = `${task} of ${place}: ${error.message}`
    return { ok: false, error: { ...error, message }, meta: listed.meta }
  }
  const ask = (task: string) => (input: unknown) =>
    execute(task, input, { signal: terminal.interrupted })
  const data: unknown[] = []
  // The lists are read to their ends.
  const further = (meta.warnings ?? []).filter(({ code }) => code !== "MORE_PAGES")
  for (const [at, one] of results.entries()) {
    const { task = "", input } = tasks[at] ?? {}
    const isList = steps[at % steps.length]?.step.lists !== undefined
    const whole =
      one.ok && isList
        ? await withFurtherPages(one.data, input, ask(task), undefined, terminal)
        : undefined
    if (whole && !whole.ok) return { ...whole, meta: listed.meta }
    further.push(...(whole?.meta.warnings ?? []))
    data.push(whole?.data ?? (one.ok ? one.data : undefined))
  }
  const items = page.items.map((item, at) => {
    const own = steps.map(({ step }, place) => {
      const result = data[at * steps.length + place]
      return step.lists ? listedIn(step, result) : result
    })
    return Object.assign({}, ...own, item)
  })
  return withWarnings({ ...listed, data: { ...page, items } }, further)
}

/** A result with the warnings of further calls that it is combined with. */
export function withWarnings(
  envelope: ResultEnvelope<unknown>,
  further: readonly ResultWarning[],
): ResultEnvelope<unknown> {
  if (further.length === 0) return envelope
  const warnings = [...(envelope.meta.warnings ?? []), ...further]
  return { ...envelope, meta: { ...envelope.meta, warnings } }
}

/** An item in a message: `#7`, with its repository if the list has several. */
function nameOf(item: Readonly<Record<string, unknown>>): string {
  const { owner, repo, number, run_id = "" } = item
  return `${repo === undefined ? "" : `${owner}/${repo}`}${number === undefined ? run_id : `#${number}`}`
}

/** The inputs that name an item. */
function namesOf(required: readonly string[], members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(required.map((name) => [name, members[memberFor(name)]]))
}
