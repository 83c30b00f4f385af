/** `ghx run`: one capability, once. */
import { createExecutor } from "../generated/calls.js"
import { registry } from "../generated/registry.js"
import { type JsonSchema, knownOf, type RouteType } from "../runtime/index.js"
import { type Connection, clientFor } from "./client.js"
import { inputOf, isPair, readJson } from "./input/index.js"
import {
  exitCodeOf,
  exitCodes,
  Interrupted,
  printerFor,
  type Shown,
  tellError,
  tellNote,
  UsageError,
} from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

export interface RunFlags extends Connection, Shown {
  readonly input?: string
  readonly route?: RouteType
  readonly envelope?: boolean
}

export async function run(
  id: string,
  words: readonly string[],
  flags: RunFlags,
  terminal: Terminal,
): Promise<number> {
  const known = knownOf(registry, id)
  const contract = known && (await registry.source(id).contract())
  const input = await given(words, flags, contract?.input ?? {}, terminal)
  const print = await printerFor(flags, contract, terminal)
  const client = clientFor(flags, terminal)
  const { execute } = createExecutor({ client })
  const { interrupted: signal } = terminal
  const { route } = flags
  const options = { signal, ...(route && { route }) }
  const envelope = await execute(id, input, options).catch((error: unknown) => {
    throw signal.aborted ? new Interrupted(known?.effect !== "read") : error
  })
  for (const warning of envelope.meta.warnings ?? []) tellNote(warning, terminal)
  const printed = flags.envelope ? envelope : envelope.ok ? envelope.data : undefined
  if (printed !== undefined) await print(printed)
  if (envelope.ok) return exitCodes.ok
  tellError(envelope.error, terminal)
  return exitCodeOf(envelope.error)
}

/** What is given: `--input`, completed and overruled by the words behind the id. */
async function given(
  words: readonly string[],
  { input: json }: RunFlags,
  schema: JsonSchema,
  terminal: Terminal,
): Promise<unknown> {
  const other = words.find((word) => !isPair(word))
  if (other !== undefined) throw new UsageError(`${JSON.stringify(other)} is no key=value`)
  const own = await inputOf(words, schema, terminal)
  if (json === undefined) return own
  const whole = await readJson("--input", json, terminal)
  if (words.length === 0) return whole
  if (isObject(whole)) return { ...whole, ...own }
  throw new UsageError("--input is no object, so that nothing can be added to it by key=value")
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
