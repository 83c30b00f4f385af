/** Commands of gh that concern this machine. They are functions instead of rows of a table, because they differ too much. */
import type * as commander from "commander"
import { adviseOption } from "./failures.js"
import { inside, takesH } from "./gh-command.js"
import { UsageError } from "./output/index.js"
import type { Define, LocalContext } from "./program-shared.js"

interface Local {
  readonly description: string
  readonly load: () => Promise<Define>
  /** The command adds these options to that of a capability, and only runs if one of them is given. */
  readonly added?: RegExp
  /** With one of these options, the command of a capability runs instead. */
  readonly unless?: RegExp
}

const auth = (name: keyof typeof import("./gh-auth.js")["authCommands"]) => async () =>
  (await import("./gh-auth.js")).authCommands[name]

const clones = (name: "clone" | "create" | "fork" | "setDefault") => async () =>
  (await import("./gh-clone.js"))[name]

const checkout = (name: "develop" | "pullCheckout") => async () =>
  (await import("./gh-checkout.js"))[name]

type Kind = "secret" | "variable"
const verbs = { set: "Set", list: "List", get: "Show", delete: "Delete" }

/** Secrets and variables that are not those of Actions in a repository. */
const setting = (kind: Kind, verb: keyof typeof verbs): Local => ({
  description: `${verbs[verb]} ${kind}s of organizations and environments.`,
  added:
    /^(?:--(?:org|env|user|app|env-file|repos|visibility|no-store|no-repos-selected)(?:=|$)|-[oeuafrv])/,
  load: async () => (await import("./gh-settings.js")).settingsCommand(kind, verb),
})

export const localCommands: Readonly<Record<string, Local>> = {
  "auth git-credential": {
    description: "Answer git's questions for credentials.",
    load: auth("git-credential"),
  },
  "auth login": {
    description: "Store a token for a server.",
    load: auth("login"),
    added: /^--(?:with-token|client-id)(?:=|$)/,
  },
  "auth logout": { description: "Remove a stored login.", load: auth("logout") },
  "auth setup-git": { description: "Make git use the logins of ghx.", load: auth("setup-git") },
  "auth status": { description: "Show the logins, and check their tokens.", load: auth("status") },
  "auth switch": { description: "Use another of the stored logins.", load: auth("switch") },
  "auth token": { description: "Print the token that ghx uses.", load: auth("token") },
  browse: {
    description: "Open a page of a repository in the browser.",
    load: async () => (await import("./gh-browse.js")).browse,
  },
  "cache delete": {
    description: "Delete the caches with a key.",
    load: async () => (await import("./gh-caches.js")).deleteByKey,
    added: /^(?:-r|--ref)(?:=|$)|^(?!-)(?!\d+$)(?!.*\/)./,
    unless: /^(?:-a|--all|--dry-run|--record|--json|--jq|-q)(?:=|$)/,
  },
  "issue develop": {
    description: "Create a branch for an issue, and check it out.",
    load: checkout("develop"),
    unless: /^(?:-l|--list|--json|-q|--jq|--envelope|--dry-run|--record|--help|-h)(?:=|$)/,
  },
  "pr checkout": {
    description: "Check a pull request out in the clone.",
    load: checkout("pullCheckout"),
  },
  "repo clone": { description: "Clone a repository.", load: clones("clone") },
  "repo create": {
    description: "Create a repository, and clone it, or push a local one.",
    load: clones("create"),
    added:
      /^(?:-[csrglp]|--(?:clone|source|remote|push|add-readme|gitignore|license|template|include-all-branches))(?:=|$)/,
  },
  "repo fork": {
    description: "Fork a repository, and clone it.",
    load: clones("fork"),
    added: /^--(?:clone|remote)(?:=true)?$|^--remote-name(?:=|$)/,
  },
  "repo set-default": {
    description: "Choose the repository that commands in this clone work on.",
    load: clones("setDefault"),
  },
  "repo sync": {
    description: "Update a branch of the clone, or of a fork on GitHub.",
    load: async () => (await import("./gh-sync.js")).sync,
    unless: /^(?:--json|-q|--jq|--envelope|--dry-run|--record|--help|-h)(?:=|$)/,
  },
  "secret delete": setting("secret", "delete"),
  "secret list": setting("secret", "list"),
  "secret set": setting("secret", "set"),
  "variable delete": setting("variable", "delete"),
  "variable get": setting("variable", "get"),
  "variable list": setting("variable", "list"),
  "variable set": setting("variable", "set"),
}

interface NamedLocal extends Local {
  readonly words: string
  readonly rest: readonly string[]
}

export function localIn(argv: readonly string[]): NamedLocal | undefined {
  for (const length of [3, 2, 1]) {
    const words = argv.slice(0, length).join(" ").replace(/ ls$/, " list")
    if (Object.hasOwn(localCommands, words)) {
      const found = localCommands[words]
      return found && { ...found, words, rest: argv.slice(length) }
    }
  }
  return undefined
}

export const localGroups = [
  ...new Set(Object.keys(localCommands).map((words) => words.replace(/ .*/, ""))),
]

export const localWithin = (group: string): string[] =>
  Object.keys(localCommands).filter((words) => words.startsWith(`${group} `))

export function handles({ added, unless, rest }: NamedLocal): boolean {
  const end = rest.indexOf("--")
  const words = end < 0 ? rest : rest.slice(0, end)
  if (unless && words.some((word) => unless.test(word))) return false
  return added === undefined || words.some((word) => added.test(word))
}

export async function commandOfLocal(
  { words, description, load }: NamedLocal,
  root: commander.Command,
  context: LocalContext,
): Promise<commander.Command> {
  const command = inside(root, words).description(description)
  const define = await load()
  define(command, context)
  const flags = takesH(command) ? "--help" : "-h, --help"
  return command.helpOption(flags, "display help for command")
}

export async function runLocal(
  local: NamedLocal,
  root: commander.Command,
  context: LocalContext,
): Promise<void> {
  const command = await commandOfLocal(local, root, context)
  await command.parseAsync([...local.rest], { from: "user" }).catch(async (error: unknown) => {
    await adviseOption(error, local.words, context.terminal)
    throw error
  })
}

/** Refuses a command of this machine for a sender that is elsewhere. */
export function refuseLocal({ words }: NamedLocal): never {
  throw new UsageError(`ghx ${words} works on this machine, and is not available here`)
}
