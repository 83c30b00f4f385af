import {
  type Change,
  type Derived,
  type InputSource,
  NO_CHANGES,
  type RouteExpander,
  type RuleContext,
  sourcesOf,
  sourcesOfResult,
} from "../../expand/index.js"
import { type NamesRead, namesRead } from "../../jmespath/index.js"
import type {
  CardPath,
  CliCommandSection,
  WrittenCard,
  WrittenCliSection,
} from "../../parse/index.js"
import { fromGhFlag, STRING } from "../../shape/index.js"
import { camelCase } from "../../text/index.js"

/** Commands of gh that change nothing. */
const READING = /^(api|search \w+|.* (view|list|status|diff|checks))$/

export const cliExpander: RouteExpander = {
  type: "cli",
  rules: { values: [deriveJsonFields] },
  sources: sourcesOfCli,
  changingPart({ cli }, { source }) {
    const command = cli?.command
    if (command === undefined || READING.test(command)) return undefined
    return {
      what: `\`gh ${command}\` may change something`,
      span: source.valueSpan(["cli", "command"]),
    }
  },
  lookups: { values: "arguments", namesIn: () => [] },
}

/** Derives `--json` from the fields that `output` and `result` read. */
function deriveJsonFields(card: WrittenCard, context: RuleContext): Derived {
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

/** The inputs of gh's commands: writes first, lookups last. */
function sourcesOfCli({ cli }: WrittenCard, context: RuleContext): InputSource[] {
  if (cli === undefined) return []
  const own = sourcesOfCommand(cli, ["cli"], context)
  const then = cli.then === undefined ? [] : sourcesOfCommand(cli.then, ["cli", "then"], context)
  const lookups = Object.entries(cli.lookups ?? {}).flatMap(([key, lookup]): InputSource[] => {
    const at = ["cli", "lookups", key]
    return [...sourcesOfCommand(lookup, at, context), ...sourcesOfResult(lookup.result, at, false)]
  })
  return [...own, ...then, ...lookups]
}

function sourcesOfCommand(
  section: Partial<CliCommandSection>,
  at: CardPath,
  { pins }: RuleContext,
): InputSource[] {
  const { command = "", arguments: given = [], flags = {} } = section
  const { commands } = pins.gh()
  const known = Object.hasOwn(commands, command) ? (commands[command]?.flags ?? {}) : {}
  const ofArguments = given.flatMap((expression, index) =>
    sourcesOf(expression, { needs: true, from: [...at, "arguments", index] }, true),
  )
  // `--repo` is filled from owner and repo wherever a command takes it.
  const isOfRepository = known.repo === "string" && flags.repo === undefined
  const ofRepository = ["owner", "repo"].flatMap((name): InputSource[] =>
    isOfRepository
      ? [{ name, shape: STRING, needs: true, makes: true, from: [...at, "command"] }]
      : [],
  )
  const implied = Object.entries(known).filter(
    ([name]) => name !== "repo" && flags[name] === undefined,
  )
  const byName = implied.map(([name, flag]): InputSource => {
    return {
      name,
      shape: fromGhFlag(flag, STRING),
      needs: false,
      makes: false,
      from: [...at, "command"],
    }
  })
  const mapped = Object.entries(flags).flatMap(([name, expression]) => {
    const flag = known[name]
    const shape = flag === undefined ? undefined : fromGhFlag(flag, STRING)
    return sourcesOf(expression, { shape, needs: false, from: [...at, "flags", name] }, false)
  })
  return [...ofRepository, ...ofArguments, ...mapped, ...byName]
}
