import { type Context, type Feed, feedsOf, feedsOfResult } from "../../../expand/index.js"
import type { CardPath, CliCommandSection, WrittenCard } from "../../../parse/index.js"
import { fromGhFlag, STRING } from "../../../shape/index.js"

/** What the commands of gh are fed with: what changes something first, look-ups last. */
export function feedsOfCli({ cli }: WrittenCard, context: Context): Feed[] {
  if (cli === undefined) return []
  const own = feedsOfCommand(cli, ["cli"], context)
  const then = cli.then === undefined ? [] : feedsOfCommand(cli.then, ["cli", "then"], context)
  const lookups = Object.entries(cli.lookups ?? {}).flatMap(([key, lookup]): Feed[] => {
    const at = ["cli", "lookups", key]
    return [...feedsOfCommand(lookup, at, context), ...feedsOfResult(lookup.result, at, false)]
  })
  return [...own, ...then, ...lookups]
}

function feedsOfCommand(
  section: Partial<CliCommandSection>,
  at: CardPath,
  { pins }: Context,
): Feed[] {
  const { command = "", arguments: given = [], flags = {} } = section
  const { commands } = pins.gh()
  const known = Object.hasOwn(commands, command) ? (commands[command]?.flags ?? {}) : {}
  const none = () => []
  const ofArguments = given.flatMap((expression, index) =>
    feedsOf(expression, { needs: true, from: [...at, "arguments", index] }, true, none),
  )
  // `--repo` is made of the two wherever a command takes one.
  const isOfRepository = known.repo === "string" && flags.repo === undefined
  const ofRepository = ["owner", "repo"].flatMap((name): Feed[] =>
    isOfRepository
      ? [{ name, shape: STRING, needs: true, makes: true, from: [...at, "command"] }]
      : [],
  )
  const implied = Object.entries(known).filter(
    ([name]) => name !== "repo" && flags[name] === undefined,
  )
  const byName = implied.map(([name, flag]): Feed => {
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
    return feedsOf(expression, { shape, needs: false, from: [...at, "flags", name] }, false, none)
  })
  return [...ofRepository, ...ofArguments, ...mapped, ...byName]
}
