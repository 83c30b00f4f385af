/** Fields of a list's items that only the command for one item has. */
import { createExecutor } from "../../generated/calls.js"
import { type Client, heldBackMessage, type ResultEnvelope } from "../../runtime/index.js"
import {
  commands,
  isOfField,
  listedIn,
  memberFor,
  type PerItem,
  type Planned,
  viewOf,
} from "./gh/index.js"
import { planned } from "./gh-command.js"
import { notePartOfList } from "./gh-several.js"
import type { Terminal } from "./terminal/index.js"

/** The steps of the command that shows one item of a list; none if the chosen steps are not one list of items. */
export async function itemStepsFor(chosen: readonly Planned[]): Promise<readonly Planned[]> {
  const [list, another] = chosen
  if (!list?.contract.list || another) return []
  const view = viewOf(list.id)
  const steps = commands[view ?? ""] ?? []
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
  terminal: Terminal,
): Promise<ResultEnvelope<unknown>> {
  if (!listed.ok) return listed
  const page: { items: readonly object[] } = Object(listed.data)
  const tasks = page.items.flatMap((item) =>
    steps.map(({ step: { id, contract, usual }, fields }) => ({
      task: id,
      input: { ...usual, ...namesOf(contract.input.required ?? [], { ...input, ...item }) },
      ...(fields && { fields }),
    })),
  )
  if (tasks.length === 0) return listed
  const { executeTasks } = createExecutor({ client })
  const { results } = await executeTasks(tasks, undefined, { signal: terminal.interrupted })
  const errors = results.flatMap((one, at) => {
    const mayMiss = steps[at % steps.length]?.step.mayMiss
    return one.ok || (mayMiss && one.error.code === "NOT_FOUND") ? [] : [one.error]
  })
  const error = errors.find(({ message }) => message !== heldBackMessage) ?? errors[0]
  if (error) return { ok: false, error, meta: listed.meta }
  const data = results.map((one) => (one.ok ? one.data : undefined))
  for (const [at, { step }] of steps.entries()) {
    const own = data.filter((_, place) => place % steps.length === at)
    if (step.lists) notePartOfList(step, own, terminal)
  }
  const items = page.items.map((item, at) => {
    const own = steps.map(({ step }, place) => {
      const result = data[at * steps.length + place]
      return step.lists ? listedIn(step, result) : result
    })
    return Object.assign({}, ...own, item)
  })
  return { ...listed, data: { ...page, items } }
}

/** The inputs that name an item. */
function namesOf(required: readonly string[], members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(required.map((name) => [name, members[memberFor(name)]]))
}
