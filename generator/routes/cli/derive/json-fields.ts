import { type Change, type Derived, NO_CHANGES, type RuleContext } from "../../../expand/index.js"
import { type NamesRead, namesRead } from "../../../jmespath/index.js"
import type { CardPath, WrittenCard, WrittenCliSection } from "../../../parse/index.js"
import { camelCase } from "../../../text/index.js"

/** Derives `--json` from the fields that `output` and `result` read. */
export function deriveJsonFields(card: WrittenCard, context: RuleContext): Derived {
  const { cli } = card
  if (cli === undefined) return NO_CHANGES
  const last =
    cli.then === undefined ? { one: cli, at: ["cli"] } : { one: cli.then, at: ["cli", "then"] }
  const ofResult = fields(last.one.command, readOfResult(card, cli), context)
  const isAsked = (cli.jsonFields ?? cli.then?.jsonFields) !== undefined
  const lookups = Object.entries(cli.lookups ?? {}).flatMap(([key, lookup]) => {
    const { command, result, jsonFields } = lookup
    if (jsonFields !== undefined || command === undefined || result === undefined) return []
    const { current, whole } = namesRead(result)
    const later = whole ? [...readOfLookup(key, cli)] : []
    const names = fields(command, [...later, ...current], context)
    return change(names, ["cli", "lookups", key])
  })
  return { changes: [...lookups, ...(isAsked ? [] : change(ofResult, last.at))] }
}

function change(value: readonly string[], at: CardPath): Change[] {
  return value.length === 0 ? [] : [{ at: [...at, "jsonFields"], value, from: [...at, "command"] }]
}

/** The fields that the command supports, without duplicates. */
function fields(command: string, names: readonly string[], { pins }: RuleContext): string[] {
  const { commands } = pins.gh()
  const known = Object.hasOwn(commands, command) ? (commands[command]?.json ?? []) : []
  const same = names.flatMap(
    (name) => [name, camelCase(name)].find((one) => known.includes(one)) ?? [],
  )
  return [...new Set(same)]
}

/** Top-level names of the result: those that `result` reads, or the sources of the output's properties. */
function readOfResult(card: WrittenCard, { result, output = {} }: WrittenCliSection): string[] {
  const properties = Object.keys(card.output_schema?.properties ?? {})
  const ofOutput = properties.flatMap((name) => {
    const expression = Object.hasOwn(output, name) ? output[name] : undefined
    return expression === undefined ? [name] : [...namesRead(expression).current]
  })
  if (result === undefined) return ofOutput
  const { current, whole } = namesRead(result)
  return whole ? [...current, ...ofOutput] : [...current]
}

/** The fields that the section reads from a lookup. */
function readOfLookup(key: string, section: WrittenCliSection): Set<string> {
  const { output = {}, flags = {}, then } = section
  const expressions = [
    ...Object.values(output),
    ...(section.result === undefined ? [] : [section.result]),
    ...(section.arguments ?? []),
    ...Object.values(flags),
    ...(then?.arguments ?? []),
    ...Object.values(then?.flags ?? {}),
  ]
  return new Set(expressions.flatMap((one) => fieldsOfLookup(key, namesRead(one))))
}

function fieldsOfLookup(key: string, { paths }: NamesRead): string[] {
  const before = `$lookups.${key}.`
  return paths.filter((path) => path.startsWith(before)).map((path) => path.slice(before.length))
}
