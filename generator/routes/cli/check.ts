import type { JsonSchema } from "../../../runtime/definition/index.js"
import { isList, type RouteChecker } from "../../check/index.js"
import { type Diagnostic, didYouMean, type Problem } from "../../diagnostics/index.js"
import { aboutDocument, aboutList, aboutRoute } from "../../messages/index.js"
import {
  atKey,
  atValue,
  type CardPath,
  type CardSource,
  type CliCommandSection,
  type CliSection,
  type GhCommandDescription,
  type GhDescription,
  type Pins,
  type RestDescription,
} from "../../parse/index.js"

export const cliChecker: RouteChecker = {
  type: "cli",
  check(source, card, { pins }) {
    if (!card.cli) return []
    if (isList(card)) return [atKey(source, ["cli"], aboutList.overGh())]
    const removes = card.effect === "write" && / delete$/.test(card.cli.command)
    return [
      ...checkCommands(source, card.cli, card.input_schema, pins),
      ...(removes
        ? [atValue(source, ["cli", "command"], aboutDocument.destroys(`gh ${card.cli.command}`))]
        : []),
    ]
  },
}

/** Flags that cards cannot use, with their alternatives. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["json", "name the fields under `jsonFields`"],
  ["jq", "map the result under `output`"],
  ["template", "map the result under `output`"],
  ["body-file", "use `body`"],
  ["notes-file", "use `notes`"],
  ["input", "use `raw-field`"],
  ["field", "use `raw-field`: `--field` reads a file if its value begins with @"],
  ["web", "it opens a browser and returns no result"],
  ["hostname", "the client's `base_url` determines the host"],
])

function checkCommands(
  source: CardSource,
  section: CliSection,
  { required = [] }: JsonSchema,
  pins: Pins,
): Diagnostic[] {
  // The repository of a command is its own flag.
  const named = required.filter((name) => name !== "owner" && name !== "repo")
  const lookups = Object.entries(section.lookups ?? {}).map(
    ([key, lookup]): [CliCommandSection, CardPath] => [lookup, ["cli", "lookups", key]],
  )
  const own: [CliCommandSection, CardPath] = [section, ["cli"]]
  const then: [CliCommandSection, CardPath][] = section.then
    ? [[section.then, ["cli", "then"]]]
    : []
  const isJsonTooEarly = section.then !== undefined && section.jsonFields !== undefined
  return [
    ...[...lookups, own, ...then].flatMap(([command, at]) =>
      new CommandCheck(source, command, at, named).problems(pins),
    ),
    ...(isJsonTooEarly ? [atKey(source, ["cli", "jsonFields"], aboutRoute.jsonBeforeThen())] : []),
  ]
}

/** The path of `gh api PATH`, if it is a GET without parameters: its output is the REST answer. */
export function apiPath({ arguments: given }: CliCommandSection): string | undefined {
  const root = given?.[0]?.root
  return root?.type === "Literal" && typeof root.value === "string" ? `/${root.value}` : undefined
}

class CommandCheck {
  constructor(
    private readonly source: CardSource,
    private readonly section: CliCommandSection,
    private readonly at: CardPath,
    /** Inputs that may be arguments. */
    private readonly named: readonly string[],
  ) {}

  problems(pins: Pins): Diagnostic[] {
    const { command } = this.section
    const gh = pins.gh()
    const described = Object.hasOwn(gh.commands, command) ? gh.commands[command] : undefined
    if (described === undefined) {
      const help = didYouMean(command, Object.keys(gh.commands))
      return [this.atValue(aboutRoute.noCommand(command, help), "command")]
    }
    return [
      ...this.ofArguments(described),
      ...this.ofFlags(described),
      ...(command === "api" ? this.ofApi(pins.rest()) : this.ofFields(described, gh)),
    ]
  }

  private ofArguments({ usage }: GhCommandDescription): Diagnostic[] {
    const { command, arguments: given = [] } = this.section
    const { least, most } = argumentCount(usage)
    if (given.length >= least && given.length <= most) return []
    const takes = most === 0 ? undefined : usage
    const fitting = this.named.length === least && given.length === 0 ? this.named : undefined
    const problem = aboutRoute.argumentCount(command, takes, given.length, fitting)
    return [
      given.length === 0 ? this.atValue(problem, "command") : this.atKey(problem, "arguments"),
    ]
  }

  private ofFlags({ flags: known }: GhCommandDescription): Diagnostic[] {
    const { command, flags = {} } = this.section
    return Object.keys(flags).flatMap((name) => {
      const instead = REFUSED.get(name)
      if (instead === undefined && Object.hasOwn(known, name)) return []
      const problem =
        instead === undefined
          ? aboutRoute.noFlag(command, name, didYouMean(name, Object.keys(known)))
          : aboutRoute.refusedFlag(command, name, instead)
      return [this.atKey(problem, "flags", name)]
    })
  }

  private ofApi({ paths }: RestDescription): Diagnostic[] {
    const path = apiPath(this.section)
    if (path !== undefined && Object.hasOwn(paths, path) && paths[path]?.get) return []
    return [this.atValue(aboutRoute.apiWithParameters(), "arguments", 0)]
  }

  private ofFields({ json }: GhCommandDescription, { types }: GhDescription): Diagnostic[] {
    const { command, jsonFields = [] } = this.section
    if (this.section.jsonFields !== undefined && json === undefined) {
      return [this.atKey(aboutRoute.printsNoJson(command), "jsonFields")]
    }
    const type = Object(types[command.split(" ")[0] ?? ""])
    const described = Object(type.properties)
    return jsonFields.flatMap((name, index) => {
      const isPrinted = json?.includes(name) ?? false
      if (isPrinted && Object.hasOwn(described, name)) return []
      const problem = isPrinted
        ? aboutRoute.fieldNotDescribed(name)
        : aboutRoute.noJsonField(command, name, didYouMean(name, json ?? []))
      return [this.atValue(problem, "jsonFields", index)]
    })
  }

  private atValue(problem: Problem, ...path: CardPath): Diagnostic {
    return atValue(this.source, [...this.at, ...path], problem)
  }

  private atKey(problem: Problem, ...path: CardPath): Diagnostic {
    return atKey(this.source, [...this.at, ...path], problem)
  }
}

/** How many positional arguments a command takes, from its usage: `{<number> | <url>} [<name>]` is one or two. */
function argumentCount(usage: string): { least: number; most: number } {
  // Arguments after `--` belong to another program.
  const own = usage.replace(/\[?-- .*$/, "")
  const optional = [...own.matchAll(/\[([^\]]*<[^\]]*)\](\.\.\.)?/g)]
  const required = [
    ...own.replace(/\[[^\]]*\](\.\.\.)?/g, "").matchAll(/(?:\{[^}]*<[^}]*\}|<[^>]*>)(\.\.\.)?/g),
  ]
  const isOpen = [...optional, ...required].some(([text]) => text.includes("..."))
  const most = optional.length + required.length
  return { least: required.length, most: isOpen ? Number.POSITIVE_INFINITY : most }
}
