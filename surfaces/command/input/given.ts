/** The whole input of one call: arguments, `--input`, and the default repository. */
import type { Contract } from "../../../runtime/index.js"
import { UsageError } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"
import { inputOf, isPair } from "./arguments.js"
import { readJson } from "./read.js"
import {
  lacksRepository,
  namedRepository,
  surroundingRepository,
  takesRepository,
} from "./repository.js"
import { selectedBy } from "./selector.js"

export interface InputFlags {
  /** The whole input, as JSON. */
  readonly input?: string
  /** `OWNER/REPO`. */
  readonly repo?: string
}

/** @param contract - undefined if there is no such capability, which the call itself will report */
export async function givenInput(
  words: readonly string[],
  flags: InputFlags,
  contract: Contract | undefined,
  terminal: Terminal,
) {
  const pairs = words.filter(isPair)
  const [selector, ...others] = words.filter((word) => !isPair(word))
  const [another] = others
  if (another !== undefined) {
    throw new UsageError(`expected one target, found ${selector} and ${another}`)
  }
  const own = await inputOf(pairs, contract?.input ?? {}, terminal)
  const whole = flags.input === undefined ? {} : await readJson("--input", flags.input, terminal)
  if (!isObject(whole)) {
    if (words.length === 0) return { input: whole }
    throw new UsageError("--input is not a JSON object, so key=value cannot be merged into it")
  }
  if (!contract) return { input: { ...whole, ...own } }
  const selected = selector === undefined ? { input: {} } : selectedBy(selector, contract)
  const named = selected.repository ?? namedRepository(flags.repo)
  const { owner, repo, host } = named ?? {}
  const place = named && takesRepository(contract) ? { owner, repo } : {}
  const { owner: from, repo: its } = Object(whole)
  // A target overrides `--input`, and `-R` is only a default.
  const stated: typeof own = selected.repository ? own : { owner: from, repo: its, ...own }
  const target = Object.entries({ ...place, ...selected.input })
  const twice = target.find(
    ([name, value]) => value !== undefined && (stated[name] ?? value) !== value,
  )
  if (twice)
    throw new UsageError(
      `${twice[0]} is ${stated[twice[0]]} here, and ${twice[1]} in the target or -R`,
    )
  const input = { ...whole, ...place, ...selected.input, ...own }
  if (named || !lacksRepository(input, contract)) return { input, host }
  const { host: there, ...around } = await surroundingRepository()
  return { input: { ...around, ...input }, host: there }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
