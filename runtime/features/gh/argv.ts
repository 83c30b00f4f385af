import type { CliCommand, EarlierOutput, FlagValue } from "../../definition/index.js"

type Argv = { ok: true; argv: string[] } | { ok: false; problem: string }

/**
 * The arguments of a gh command. A value is always data: flags are written `--name=value`, positionals come after
 * `--`, and a value that would name another host or a file is refused.
 */
export function argvOf<Input>(
  command: CliCommand<Input>,
  input: Input,
  host: string,
  earlier: EarlierOutput,
): Argv {
  const flags = Object.entries(command.flags?.(input, earlier) ?? {})
  const positionals = (command.arguments?.(input, earlier) ?? []).map(String)
  const problem =
    flags.map(([name, value]) => flagProblem(name, value, host)).find(Boolean) ??
    positionals.map((value) => positionalProblem(value, host)).find(Boolean)
  if (problem !== undefined) return { ok: false, problem }
  const verbatim = isVerbatim(command)
  return {
    ok: true,
    argv: [
      ...command.command,
      ...flags.flatMap(([name, value]) => flagArguments(name, value, verbatim)),
      ...(command.jsonFields ? [`--json=${command.jsonFields.join(",")}`] : []),
      ...(positionals.length > 0 ? ["--", ...positionals] : []),
    ],
  }
}

function flagArguments(name: string, value: FlagValue, verbatim: boolean): string[] {
  if (value === undefined || value === null || value === false) return []
  if (value === true) return [`--${name}`]
  if (typeof value === "string" || typeof value === "number") return [`--${name}=${value}`]
  return value.map((item) => `--${name}=${verbatim ? item : csv(String(item))}`)
}

/** gh parses a repeatable flag as a line of CSV, so an unquoted `a,b` would be two labels. */
function csv(item: string): string {
  return /[",\r\n]/.test(item) ? `"${item.replaceAll('"', '""')}"` : item
}

/** The commands whose repeatable flags are `key=value` pairs. gh takes these as they are. */
function isVerbatim({ command }: Pick<CliCommand<never>, "command">): boolean {
  return command[0] === "api" || (command[0] === "workflow" && command[1] === "run")
}

function flagProblem(name: string, value: FlagValue, host: string): string | undefined {
  const values = [value ?? []].flat().map(String)
  if (values.some((text) => text.includes("\0"))) return `--${name} cannot hold a zero byte`
  // With `--field key=@path`, gh reads the file; `--raw-field` takes the text.
  if ((name === "field" || name === "F") && values.some((text) => /^[^=]*=@/.test(text))) {
    return `--${name} would read a file`
  }
  // gh replaces `@me` by the token's owner, and no login contains an @.
  if (/assignee|reviewer/.test(name) && values.some((text) => text.startsWith("@"))) {
    return `--${name} takes logins, without @`
  }
  if (name === "repo" && values.some((text) => !isRepository(text, host))) {
    return `--repo must be owner/name on ${host}`
  }
  return undefined
}

function positionalProblem(value: string, host: string): string | undefined {
  if (value.includes("\0")) return "an argument cannot hold a zero byte"
  // gh contacts the host of an address, with a token that may belong to another host.
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.host !== host) {
    return `${JSON.stringify(value)} is not on ${host}`
  }
  return undefined
}

/**
 * Whether the text is `owner/name`: with a third part, gh would use another host, and gh puts the value into URLs
 * unchanged.
 */
function isRepository(text: string, host: string): boolean {
  const own = text.startsWith(`${host}/`) ? text.slice(host.length + 1) : text
  const parts = own.split("/")
  return parts.length === 2 && parts.every((part) => /^(?!\.{1,2}$)[\w.-]{1,100}$/.test(part))
}

/**
 * The repositories that the arguments of a gh command name, also in the address of a page or in a path of the API.
 */
export function repositoriesIn(argv: readonly string[]): string[] {
  const end = argv.indexOf("--")
  const [flags, positionals] = end < 0 ? [argv, []] : [argv.slice(0, end), argv.slice(end + 1)]
  const given = flags.flatMap((flag) => {
    const [, name = "", value = ""] = /^--([^=]*)=(.*)$/s.exec(flag) ?? []
    return takesRepository.test(name) ? [value] : []
  })
  const [command = "", action = ""] = argv
  const taken = takingRepositories.test(`${command} ${action} `)
    ? positionals
    : positionals.filter(isPage)
  const paths = command === "api" ? positionals : []
  return [
    ...[...given, ...taken].flatMap((one) => repositoryOf(one) ?? []),
    ...paths.flatMap((path) => /^\/?repos\/([^/?]+\/[^/?]+)/.exec(path)?.[1] ?? []),
  ]
}

const takesRepository = /repo|^(?:source|template)$/

/** Positional arguments of other commands may be branches, whose names contain slashes. */
const takingRepositories = /^(?:repo |issue transfer |label clone )/

const isPage = (value: string) => /^https?:\/\//i.test(value)

/** `owner/name`, the same behind a host, or somewhere below the repository's page. */
function repositoryOf(value: string): string | undefined {
  if (isPage(value) && URL.canParse(value)) {
    const path = new URL(value).pathname.replace(/^\/(?:api\/v3\/)?repos\//, "/")
    return /^\/([^/]+\/[^/]+)/.exec(path)?.[1]
  }
  const parts = value.split("/")
  return parts.length === 2 || parts.length === 3 ? parts.slice(-2).join("/") : undefined
}
