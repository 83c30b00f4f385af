/** The calls of a chain, from `--steps`, each completed with the repository that it requires. */
import type { Contract } from "../../../runtime/index.js"
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

/** Options for the tasks of a chain. */
export interface TaskFlags {
  /** A list of calls, as JSON. */
  readonly steps: string
  /** `OWNER/REPO`. */
  readonly repo?: string
}

interface GivenTasks {
  readonly tasks: readonly { readonly task: string; readonly input: unknown }[]
  readonly host?: string | undefined
}

/**
 * @param contractOf - returns the contract of a capability; undefined if there is none, which the chain itself will
 *   report
 */
export async function givenTasks(
  { steps, repo }: TaskFlags,
  contractOf: (id: unknown) => Promise<Contract | undefined>,
  terminal: Terminal,
): Promise<GivenTasks> {
  const tasks = await readJson("--steps", steps, terminal)
  if (!Array.isArray(tasks)) {
    throw new UsageError('--steps expects a list, such as [{ "task": "user.me", "input": {} }]')
  }
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
  if (!lacking.includes(true)) return { tasks, host: named?.host }
  const { host, ...own } = named ?? (await surroundingRepository())
  const complete = tasks.map((one, at) =>
    lacking[at] ? { ...one, input: { ...own, ...one.input } } : one,
  )
  return { tasks: complete, host }
}
