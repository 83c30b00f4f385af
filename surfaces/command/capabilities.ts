/** `ghx explain` and `ghx capabilities`: describe capabilities and their calls. Nothing is sent. */
import { explain, listCapabilities } from "../../generated/calls.js"
import { registry } from "../../generated/registry.js"
import { signaturesOf } from "../../runtime/execute/descriptions/index.js"
import { type CapabilitySummary, GhxError, searchCapabilities } from "../../runtime/index.js"
import {
  apart,
  discovered,
  everyCapability,
  everything,
  foundIn,
  lineOf,
  mostFound,
  type View,
} from "./discovery/index.js"
import { withCall } from "./input/index.js"
import { exitCodes, print, printAs, printError } from "./output/index.js"
import type { OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type DiscoveryFlags = OptionValues<never, "json">

export async function list(
  domain: string | undefined,
  flags: DiscoveryFlags,
  terminal: Terminal,
): Promise<void> {
  const lines = await linesOf(domain)
  await printAs(flags, lines, lines.map(lineOf).join("\n"), terminal)
}

export async function search(
  words: readonly string[],
  flags: DiscoveryFlags,
  terminal: Terminal,
): Promise<void> {
  const phrase = words.join(" ")
  const all = await linesOf()
  if (flags.json) await print(searchCapabilities(all, phrase).slice(0, mostFound), terminal)
  else terminal.stdout.write(`${await foundIn(all, phrase)}\n`)
}

function linesOf(domain?: string): Promise<CapabilitySummary[]> {
  return listCapabilities({ signatures: true, ...(domain !== undefined && { domain }) })
}

/** @param words - ids, domains, commands such as `pr review`, and quoted phrases; or one of them unquoted */
export async function explainAll(
  words: readonly string[],
  { json, full }: OptionValues<never, "json" | "full">,
  terminal: Terminal,
  view?: View,
): Promise<number> {
  if (json) return explainAsJson(words, terminal)
  if (words.length === 0) {
    terminal.stdout.write(
      `${await everyCapability(view)}\nEach is a command, too: ghx issue labels add. ghx explain ID… gives inputs and outputs.\n`,
    )
    return exitCodes.ok
  }
  const isDetailed = full === true || terminal.stdout.isTTY === true
  const asked = apart(words)
  const usages = await Promise.all(
    asked.map(async (one) =>
      one.includes(" ") ? (await import("./gh-help.js")).usageFor(one) : undefined,
    ),
  )
  const found = await discovered(
    asked.filter((_, at) => usages[at] === undefined),
    view ?? {
      ...everything,
      isDetailed,
      // What to type next: a model knows no other way.
      ...(!isDetailed && {
        found: async (one) => (await import("./gh-help.js")).lineAsCommand(one),
      }),
    },
  )
  const { errors } = found
  const texts = [...usages.filter((one) => one !== undefined), ...found.texts]
  if (texts.length > 0) terminal.stdout.write(`${texts.join("\n\n")}\n`)
  for (const error of errors) printError(await withCall(error, undefined), terminal)
  return errors.length > 0 ? exitCodes.usage : exitCodes.ok
}

/** Prints one contract as an object, several as a list. Each word must be an id. */
async function explainAsJson(ids: readonly string[], terminal: Terminal): Promise<number> {
  const all = await Promise.all(
    ids.map(async (id) => {
      const envelope = await explain(id as never)
      if (envelope.ok) return envelope.data
      throw new GhxError({ ...envelope, error: await withCall(envelope.error, undefined) })
    }),
  )
  await print(all.length === 1 ? all[0] : all, terminal)
  return exitCodes.ok
}

export async function types(ids: readonly string[], { stdout }: Terminal): Promise<void> {
  const all = await Promise.all(ids.map((id) => explain(id)))
  const known = all.flatMap(({ ok, meta }) => (ok ? [meta.capability_id] : []))
  const contracts = await Promise.all(known.map((id) => registry.source(id).contract()))
  if (known.length > 0) stdout.write(`${signaturesOf(contracts)}\n`)
  const [unknown] = all.flatMap((one) => (one.ok ? [] : [one]))
  if (unknown) throw new GhxError(unknown)
}
