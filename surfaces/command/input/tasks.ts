/** The calls of a chain, from `--steps`, each completed with the repository that it requires. */
import { type Contract, flatTasks } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { readJson } from "./read.js"
import {
  lacksRepository,
  namedRepository,
  namesRepository,
  surroundingRepository,
  takesRepository,
} from "./repository.js"

export interface TaskFlags {
  /** Calls in a list or by name, as JSON. */
  readonly steps: string
  /** `OWNER/REPO`. */
  readonly repo?: string
}

/**
 * @param contractOf - returns the contract of a capability; undefined if there is none, which the chain itself will
 *   report
 */
export async function givenTasks(
  { steps, repo }: TaskFlags,
  contractOf: (id: unknown) => Promise<Contract | undefined>,
  terminal: Terminal,
) {
  const { layout, tasks: all } = flatTasks(await readJson("--steps", steps, terminal))
  if (!Array.isArray(all)) {
    throw new UsageError(
      '--steps expects calls in a list or by name, such as { "me": { "task": "user.me", "input": {} } }',
    )
  }
  // The chain itself reports whatever in the list is no task.
  const tasks: readonly { readonly task: string; readonly input: unknown }[] = all
  const named = namedRepository(repo)
  const lacking = await Promise.all(
    tasks.map(async (one) => {
      const { task, input } = Object(one)
      const contract = await contractOf(task)
      if (contract === undefined) return false
      if (!named) return lacksRepository(input, contract)
      return !namesRepository(input) && takesRepository(contract)
    }),
  )
  const own = { host: named?.host, ...(layout && { layout }) }
  if (!lacking.includes(true)) return { tasks, ...own }
  const { host, ...repository } = named ?? (await surroundingRepository())
  const complete = tasks.map((one, at) =>
    lacking[at] ? { ...one, input: { ...repository, ...Object(one.input) } } : one,
  )
  return { tasks: complete, ...own, host }
}
