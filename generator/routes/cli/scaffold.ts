import { didYouMean } from "../../diagnostics/index.js"
import type { GhCommandDescription, GhDescription } from "../../parse/index.js"
import { snakeCase } from "../../text/index.js"
import {
  draftDescription,
  FIELDS,
  guardOf,
  INPUTS,
  ofChanges,
  type Proposal,
  ProposalError,
  REPEATS,
  type RouteScaffolder,
  type ScaffoldContext,
  shapeFor,
} from "../route/index.js"

export const cliScaffolder: RouteScaffolder = {
  type: "cli",
  scaffolds: [{ option: "gh", example: "'issue edit'", propose: proposeGh }],
}

/** Flags for people at a terminal, and those that ghx sets itself. */
const NOT_FOR_CALLERS = /^(?:repo|json|jq|template|web|editor|recover|.*-file)$/

const READS = /(?:^| )(?:view|diff|checks)$/

/** A capability around a command of gh: its arguments and flags as inputs, its output as result. */
function proposeGh(known: ScaffoldContext, id: string, command: string): Proposal {
  const description = known.gh()
  const described = commandOf(description, command)
  if (command.endsWith(" list")) {
    throw new ProposalError(
      `\`gh ${command}\` has no pages: scaffold a list with --query or --rest.`,
    )
  }
  const [group = ""] = command.split(" ")
  const names = positionals(described, group)
  const flags = Object.keys(described.flags).filter((flag) => !NOT_FOR_CALLERS.test(flag))
  const mapped = flags.filter((flag) => snakeCase(flag) !== flag)
  const isRead = READS.test(command)
  const view = `${group} view`
  const shown = description.commands[view]
  const isShown =
    !isRead && !described.json && shown && positionals(shown, group).join() === names.join()
  const then = isShown && shown.json ? view : undefined
  const { output, text } = outputOf(
    known,
    group,
    described.json ?? (then === undefined ? undefined : shown?.json),
  )
  const input = [...names, ...flags.map(snakeCase)]
  return {
    card: {
      description: draftDescription(id),
      ...(!isRead && ofChanges(/ delete$/.test(command) ? "destroy" : "write")),
      ...(input.length > 0 && { input: inputsOf(names, flags, described) }),
      output,
      cli: {
        ...(names.includes("issue_number") && guardOf(known.issue.cli, command)),
        command,
        ...(names.length > 0 && { arguments: names }),
        ...(mapped.length > 0 && {
          flags: Object.fromEntries(mapped.map((flag) => [flag, snakeCase(flag)])),
        }),
        // biome-ignore lint/suspicious/noThenProperty: a key of the card language, in a value nobody awaits
        ...(then !== undefined && { then: { command: then, arguments: names } }),
        ...text,
      },
    },
    open: [
      ...(isRead ? [] : [REPEATS]),
      INPUTS,
      ...(typeof output === "string" ? [] : [FIELDS]),
      "routes: GraphQL and REST work without gh; can one of them do this?",
    ],
  }
}

function commandOf({ commands }: GhDescription, command: string): GhCommandDescription {
  const described = commands[command]
  if (described) return described
  const help = didYouMean(command, Object.keys(commands))
  throw new ProposalError(`The pinned gh has no command \`${command}\`${help ? `; ${help}` : "."}`)
}

/** `{<number> | <url>}` → `issue_number`. Of optional arguments, only those that identify one object count. */
function positionals({ usage }: GhCommandDescription, group: string): string[] {
  const given = usage
    .replaceAll(/\[(<(?:number|id|run-id|tag)>)[^\]]*\]/g, "$1")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\{([^|}]*)[^}]*\}/g, "$1")
  return [...given.matchAll(/<([\w-]+)>/g)].map(([, name = ""]) => {
    if (name === "number") return group === "pr" ? "pull_number" : `${group}_number`
    return snakeCase(["id", "name"].includes(name) ? `${group}_${name}` : name)
  })
}

/** gh does not describe the types of positional arguments, so they are guessed from the names. */
function inputsOf(
  names: readonly string[],
  flags: readonly string[],
  { flags: kinds }: GhCommandDescription,
): unknown {
  const types = [
    ...names.map((name) => [name, { type: /_(?:number|id)$/.test(name) ? "integer" : "string" }]),
    ...flags.map((flag) => [snakeCase(flag), kinds[flag] === "boolean" ? { default: false } : {}]),
  ]
  return Object.fromEntries(types)
}

/** A starting set of gh's JSON fields. */
const STARTS = ["id", "number", "name", "title", "state", "status", "url"]

function outputOf({ shapes }: ScaffoldContext, group: string, json: readonly string[] | undefined) {
  if (json === undefined) {
    const text = { output: { text: "@" } }
    return { output: { fields: { text: "What gh printed." } }, text }
  }
  const shape = shapeFor(shapes, "cli", group, false)
  if (shape !== undefined) return { output: shape, text: {} }
  const starts = STARTS.filter((name) => json.includes(name))
  const names = starts.length > 0 ? starts : json.slice(0, 3)
  return { output: { fields: names.map(snakeCase) }, text: {} }
}
