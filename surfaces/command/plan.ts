/** `ghx plan`: computes the calls that fulfil a request; `--run` executes them. */
import { plan as ofPackage } from "../../generated/plan.js"
import table from "../../generated/plan.json" with { type: "json" }
import type { Contract, JsonSchema } from "../../runtime/index.js"
import { executeAll } from "./chain.js"
import type { Connection, Verbosity } from "./client.js"
import {
  contractOf,
  inputOf,
  isPair,
  namedRepository,
  repositoryOf,
  surroundingRepository,
} from "./input/index.js"
import { CommandError, exitCodes, printerFor, printNote, UsageError } from "./output/index.js"
import { ownPlans } from "./own-capabilities.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type PlanFlags = Connection & Verbosity & OptionValues<"jq" | "repo" | "message", "run">

/**
 * @param id - the requested capability
 * @param words - known values as `key=value`: its inputs, and properties that identify an object
 */
export async function plan(
  id: string,
  words: readonly string[],
  flags: PlanFlags,
  terminal: Terminal,
): Promise<number> {
  const contract = await contractOf(id)
  const { host, ...place } = await placeOf(words, flags)
  const own = await ownPlans()
  const properties = typesFor(contract, { ...table.types, ...own?.types })
  const entities = await inputOf(words.filter(isPair), { properties }, terminal)
  const { message } = flags
  const { steps, missing, requires_chaining } = (own?.plan ?? ofPackage)({
    intent: id,
    entities: { ...place, ...entities },
    ...(message !== undefined && { user_message: message }),
  })
  const [first, ...others] = missing.map(({ name, reason }) => `${name}: ${reason}`)
  if (first !== undefined) {
    const message = [first, ...others].join("; ")
    throw new CommandError(message, undefined, exitCodes.usage, "VALIDATION")
  }
  const isOpen = requires_chaining && steps.at(-1)?.task !== id
  if (isOpen) printNote("Several match: choose one from the list, and plan again", terminal)
  if (flags.run) {
    const shown = (data: readonly unknown[]) => data.at(-1)
    return executeAll({ tasks: steps, host, shown }, flags, terminal)
  }
  if (terminal.stdout.isTTY && flags.jq === undefined) {
    for (const { step_number, tool, reason } of steps) {
      terminal.stdout.write(`${step_number}. ${tool}: ${reason}\n`)
    }
  } else await (await printerFor(flags, undefined, terminal))(steps)
  return exitCodes.ok
}

/** The repository of a word, `-R` or the environment; without one, the plan reports what is missing. */
async function placeOf(words: readonly string[], { repo }: PlanFlags) {
  const [word, another] = words.filter((one) => !isPair(one))
  const named = word === undefined ? undefined : repositoryOf(word)
  if (another !== undefined || (word !== undefined && !named)) {
    throw new UsageError(
      `${JSON.stringify(another ?? word)} is neither key=value nor a repository`,
      "Pass known values as key=value, such as pull_number=7 path=config.json",
    )
  }
  const isKnown = words.some((one) => /^(?:owner|repo)=/.test(one))
  return named ?? namedRepository(repo) ?? (isKnown ? {} : await around())
}

async function around(): Promise<{ readonly host?: string | undefined }> {
  return surroundingRepository().catch((error: unknown) => {
    if (error instanceof UsageError) return {}
    throw error
  })
}

/** The types of inputs and of search keys. */
function typesFor(
  contract: Contract | undefined,
  types: Readonly<Record<string, unknown>>,
): Readonly<Record<string, JsonSchema>> {
  const ofAll = Object.entries(types).map(([name, type]) => [name, { type }])
  return { ...Object.fromEntries(ofAll), ...contract?.input.properties }
}
