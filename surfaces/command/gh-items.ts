/** Fields of a list's items that only the command for one item has. */
import { createExecutor } from "../../generated/calls.js"
import {
  type Client,
  heldBackMessage,
  type ResultEnvelope,
  type ResultMeta,
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
import { allPages, LONGEST_PAGE } from "./gh-calls.js"
import { planned } from "./gh-command.js"
import { printAttempts } from "./output/index.js"
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
  const all = page.items.flatMap((item) =>
    steps.map((one) => ({ ...one, item, call: callFor(one, item, input) })),
  )
  const sent = all.filter(({ call }) => call.input.first !== 0)
  const { executeTasks } = createExecutor({ client })
  const { interrupted: signal } = terminal
  const { results, meta } =
    sent.length > 0
      ? await executeTasks(
          sent.map(({ call }) => call),
          undefined,
          { signal, trace },
        )
      : { results: [], meta: {} as ResultMeta }
  for (const { task, attempts = [] } of results) printAttempts(task, attempts, terminal)
  const failures = sent.flatMap(({ step, item }, at) => {
    const one = results[at]
    if (!one || one.ok || (step.mayMiss && one.error.code === "NOT_FOUND")) return []
    return [{ task: one.task, error: one.error, place: nameOf(Object(item)) }]
  })
  const failure = failures.find(({ error }) => error.message !== heldBackMessage) ?? failures[0]
  if (failure) {
    const { task, place, error } = failure
    const message = `${task} of ${place}: ${error.message}`
    return { ok: false, error: { ...error, message }, meta: listed.meta }
  }
  const data = new Map(sent.map(({ call }, at) => [call, results[at]?.data] as const))
  const items = page.items.map((item, at) => {
    const own = all.slice(at * steps.length, (at + 1) * steps.length).map(({ step, call }) => {
      const result = data.get(call)
      return step.lists ? listedIn(step, result) : result
    })
    return Object.assign({}, ...own, item)
  })
  return withWarnings({ ...listed, data: { ...page, items } }, meta.warnings ?? [])
}

/** The call of a step for an item. Of a list whose length is known, it requests no more than that. */
function callFor({ step, fields, count = "" }: PerItem, item: object, around: object) {
  const { id, contract, usual } = step
  const length = Object(item)[count]
  const input: Readonly<Record<string, unknown>> = {
    ...usual,
    ...namesOf(contract.input.required ?? [], { ...around, ...item }),
    ...(typeof length === "number" && { first: Math.min(length, LONGEST_PAGE) }),
  }
  return { task: String(id), input, ...(fields && { fields }), ...allPages(step) }
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

function namesOf(required: readonly string[], members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(required.map((name) => [name, members[memberFor(name)]]))
}
