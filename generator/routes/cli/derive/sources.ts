import {
  type InputSource,
  type RuleContext,
  sourcesOf,
  sourcesOfResult,
} from "../../../expand/index.js"
import type { CardPath, CliCommandSection, WrittenCard } from "../../../parse/index.js"
import { fromGhFlag, STRING } from "../../../shape/index.js"

/** The inputs of gh's commands: writes first, lookups last. */
export function sourcesOfCli({ cli }: WrittenCard, context: RuleContext): InputSource[] {
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
