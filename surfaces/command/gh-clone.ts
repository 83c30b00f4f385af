/** `ghx repo clone`, `repo fork` and `repo create`, as far as they make or use a clone. */
import { basename, resolve } from "node:path"
import { dataOf, me } from "./gh/index.js"
import type { Beginning } from "./gh-begin.js"
import {
  addressOf,
  askGit,
  captured,
  type GitRemote,
  remoteOf,
  remotesIn,
  requireClone,
  runGit,
} from "./gh-git.js"
import {
  namedRepository,
  type Repository,
  repositoryOf,
  sameRepository,
  surroundingRepository,
} from "./input/index.js"
import { asking } from "./lookups.js"
import { exitCodes, printNote, UsageError } from "./output/index.js"
import type { Define, LocalContext, OptionValues } from "./program-shared.js"
import type { Terminal } from "./terminal/index.js"

type CloneFlags = OptionValues<"upstreamRemoteName", "upstream">

export const clone: Define = (command, { terminal, done }) => {
  command
    .argument("<repository>", "OWNER/REPO, URL, or NAME of your own")
    .argument("[folder and git flags...]", "folder, and after -- options of git clone")
    .option(
      "-u, --upstream-remote-name <name>",
      "remote for the parent of a fork (default: upstream)",
    )
    .option("--no-upstream", "do not add the parent of a fork")
    .action(async (name: string, words: string[], flags: CloneFlags) =>
      done(await cloneInto(name, words, flags, terminal)),
    )
}

/** The repository under its present name, with its parent. */
async function known(name: string, terminal: Terminal) {
  const named = /^[\w.-]+$/.test(name) ? undefined : namedRepository(name)
  const host = named?.host
  return asking({ host }, terminal, async (ask) => {
    const { owner, repo } = named ?? { owner: String(await me(ask)), repo: name }
    // A wiki is a repository of git, but none of GitHub.
    const [, of = repo, wiki = ""] = /^(.+?)(\.wiki)$/.exec(repo) ?? []
    const view = Object(await dataOf(ask("repo.view", { owner, repo: of })))
    const { parent } = view
    const at = host === undefined ? {} : { host }
    return {
      repository: { owner: String(view.owner), repo: `${view.repo}${wiki}`, ...at },
      parent: parent && wiki === "" ? { owner: parent.owner, repo: parent.repo, ...at } : undefined,
    }
  })
}

async function cloneInto(
  name: string,
  words: readonly string[],
  flags: CloneFlags,
  terminal: Terminal,
) {
  const { repository, parent } = await known(name, terminal)
  const [first] = words
  const [folder, options] =
    first === undefined || first.startsWith("-") ? [undefined, words] : [first, words.slice(1)]
  await cloneOf(repository, folder, options, terminal)
  const into = folder ?? repository.repo
  if (
    parent &&
    flags.upstream !== false &&
    !options.includes("--bare") &&
    !options.includes("--mirror")
  ) {
    const remote = (flags.upstreamRemoteName ?? "upstream").replace("@owner", parent.owner)
    await addUpstream(remote, parent, into, terminal)
  }
  return exitCodes.ok
}

async function cloneOf(
  repository: Repository,
  folder: string | undefined,
  options: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const into = folder === undefined ? [] : [folder]
  await runGit(["clone", ...options, "--", await addressOf(repository), ...into], terminal)
}

/** Adds the parent of a fork, which later commands then use. */
async function addUpstream(remote: string, parent: Repository, into: string, terminal: Terminal) {
  await runGit(["remote", "add", remote, await addressOf(parent)], terminal, into)
  await runGit(["config", `remote.${remote}.gh-resolved`, "base"], terminal, into)
  await runGit(["fetch", "--quiet", remote], terminal, into)
}

type ForkFlags = OptionValues<"remoteName", "clone" | "remote">

/** Runs the capability's command, and returns the URL of its result, or its exit code. */
async function urlBy(
  derived: LocalContext["derived"],
  argv: readonly string[],
  terminal: Terminal,
): Promise<URL | number> {
  const { exitCode, out } = await captured([...argv, "--jq", ".url"], derived, terminal)
  return exitCode === exitCodes.ok ? new URL(out.trim()) : exitCode
}

const repositoryAt = ({ host, pathname }: URL): Repository => {
  const [, owner = "", repo = ""] = pathname.split("/")
  return { owner, repo, host }
}

export const fork: Define = (command, { terminal, done, derived }) => {
  command
    .argument("[words...]")
    .option("--clone", "clone the fork")
    .option("--remote", "add a remote for the fork to the clone in the current folder")
    .option("--remote-name <name>", "name of that remote (default: origin)")
    .allowUnknownOption()
    .action(async (_: string[], flags: ForkFlags) => {
      const words = command.args
      const end = words.indexOf("--")
      const own = end < 0 ? words : words.slice(0, end)
      const isNamed = own.some((word) => /^[^-].*\//.test(word))
      if (flags.remoteName === "") throw new UsageError("--remote-name is empty")
      if (isNamed && flags.remote)
        throw new UsageError("--remote is for the clone in the current folder: use --clone")
      if (!isNamed) await requireClone("repo fork")
      const parent = isNamed ? undefined : await surroundingRepository()
      const url = await urlBy(
        derived,
        ["repo", "fork", ...own, ...(parent ? ["-R", `${parent.owner}/${parent.repo}`] : [])],
        terminal,
      )
      if (typeof url === "number") return done(url)
      const made = repositoryAt(url)
      if (parent) await addFork(made, flags.remoteName ?? "origin", terminal)
      else {
        const { parent: from } = await known(`${made.owner}/${made.repo}`, terminal)
        await cloneOf(made, undefined, end < 0 ? [] : words.slice(end + 1), terminal)
        if (from) await addUpstream("upstream", from, made.repo, terminal)
      }
      terminal.stdout.write(`${url.href}\n`)
      done(exitCodes.ok)
    })
}

/** Makes the fork a remote of the clone; an existing remote of that name becomes `upstream`. */
async function addFork(made: Repository, name: string, terminal: Terminal): Promise<void> {
  const remotes = await remotesIn()
  const address = await addressOf(made)
  if (remotes.some(({ url }) => url === address)) return
  if (remotes.some((one) => one.name === name)) {
    if (name !== "origin" || remotes.some((one) => one.name === "upstream")) {
      throw new UsageError(
        `there is already a remote ${name}`,
        "Use --remote-name with another name",
      )
    }
    await runGit(["remote", "rename", "origin", "upstream"], terminal)
  }
  await runGit(["remote", "add", name, address], terminal)
  await runGit(["fetch", "--quiet", name], terminal)
}

type CreateFlags = Beginning & OptionValues<"source" | "remote", "clone" | "push">

export const create: Define = (command, { terminal, done, derived }) => {
  command
    .argument("[name]")
    .argument("[words...]")
    .option("-c, --clone", "clone the new repository")
    .option("-s, --source <folder>", "make it of the git repository in this folder")
    .option("-r, --remote <name>", "name of its remote in the source (default: origin)")
    .option("--push", "push the branch of the source")
    .option("--add-readme", "begin with a README")
    .option("-g, --gitignore <template>", "begin with a .gitignore of GitHub's, such as Node")
    .option("-l, --license <license>", "begin with a license, such as mit")
    .option("-p, --template <repository>", "begin with the files of a template repository")
    .option("--include-all-branches", "with --template: all of its branches")
    // Elsewhere `-h` is the help.
    .option("-h, --homepage <url>", "the web page of the project")
    .allowUnknownOption()
    .action(
      async (
        name: string | undefined,
        _: string[],
        { homepage, ...flags }: CreateFlags & OptionValues<"homepage">,
      ) => {
        const given = homepage === undefined ? [] : ["--homepage", homepage]
        done(await createFrom(name, [...command.args, ...given], flags, derived, terminal))
      },
    )
}

async function createFrom(
  name: string | undefined,
  words: readonly string[],
  { clone: isCloned, source, push, remote, ...beginning }: CreateFlags,
  derived: LocalContext["derived"],
  terminal: Terminal,
): Promise<number> {
  if (isCloned && source !== undefined) throw new UsageError("Use --clone or --source, not both")
  if ((push || remote !== undefined) && source === undefined) {
    throw new UsageError(`--${push ? "push" : "remote"} needs --source`)
  }
  const folder = source === undefined ? undefined : resolve(source)
  if (folder !== undefined) await requireClone("repo create --source", folder)
  const branch =
    folder && push ? await askGit(["symbolic-ref", "--short", "HEAD"], folder) : undefined
  if (push && !(branch && (await askGit(["rev-parse", "--verify", "HEAD"], folder)))) {
    throw new UsageError("--push needs a branch with commits", "Commit in the source first")
  }
  const remotes = folder === undefined ? [] : await remotesIn(folder)
  const to = remote ?? "origin"
  if (remotes.some((one) => one.name === to)) {
    throw new UsageError(`the source already has a remote ${to}`, "Use --remote with another name")
  }
  const isNamed = name !== undefined && !name.startsWith("-")
  if (!isNamed && folder === undefined) throw new UsageError("ghx repo create needs a name")
  const begins = Object.values(beginning).some((one) => one !== undefined)
  if (begins && source !== undefined) {
    throw new UsageError("--source has files of its own", "Create the repository without others")
  }
  const argv = ["repo", "create", ...(isNamed ? [] : [basename(folder ?? "")]), ...words]
  const url = begins
    ? await (await import("./gh-begin.js")).begun(words, beginning, terminal)
    : await urlBy(derived, argv, terminal)
  if (typeof url === "number") return url
  const made = repositoryAt(url)
  if (isCloned) await cloneOf(made, undefined, [], terminal)
  if (folder !== undefined) {
    await runGit(["remote", "add", to, await addressOf(made)], terminal, folder)
    const isBare = (await askGit(["rev-parse", "--is-bare-repository"], folder)) === "true"
    if (branch) {
      const refs = ["--set-upstream", to, `HEAD:refs/heads/${branch}`]
      await runGit(["push", ...(isBare ? ["--mirror", to] : refs)], terminal, folder)
    }
  }
  terminal.stdout.write(`${url.href}\n`)
  return exitCodes.ok
}

async function forkOf(
  wanted: Repository,
  remotes: readonly GitRemote[],
  terminal: Terminal,
): Promise<GitRemote | undefined> {
  for (const remote of remotes) {
    if (!remote.repository) continue
    const { owner, repo } = remote.repository
    const { parent } = await known(`${owner}/${repo}`, terminal)
    if (parent && sameRepository(parent, wanted)) return remote
  }
  return undefined
}

/** The name of the command where it is linked as gh: scripts look for it in this advice. */
const calledAs = () => (basename(process.argv[1] ?? "") === "gh" ? "gh" : "ghx")

export const setDefault: Define = (command, { terminal, done }) => {
  command
    .argument("[repository]", "OWNER/REPO that commands in this clone work on")
    .option("-v, --view", "print it")
    .option("-u, --unset", "remove it")
    .action(async (name: string | undefined, flags: OptionValues<never, "view" | "unset">) => {
      await requireClone("repo set-default")
      const remotes = await remotesIn()
      if (flags.view) {
        let isSet = false
        for (const one of remotes) {
          const stored = await askGit(["config", `remote.${one.name}.gh-resolved`])
          const chosen = stored === "base" ? one.repository : repositoryOf(stored ?? "")
          if (!chosen) continue
          isSet = true
          terminal.stdout.write(`${chosen.owner}/${chosen.repo}\n`)
        }
        if (!isSet)
          printNote(
            `no default repository has been set; use \`${calledAs()} repo set-default\` to select one`,
            terminal,
          )
        return done(exitCodes.ok)
      }
      const wanted = name === undefined ? undefined : namedRepository(name)
      const own = wanted && remoteOf(wanted, remotes)
      const fork = own || !wanted ? undefined : await forkOf(wanted, remotes, terminal)
      const remote = own ?? fork
      if (!flags.unset && !wanted)
        throw new UsageError("ghx repo set-default needs a repository", "Name it as OWNER/REPO")
      if (!flags.unset && !remote) {
        const names = remotes.flatMap(({ repository: one }) =>
          one ? [`${one.owner}/${one.repo}`] : [],
        )
        throw new UsageError(
          `${name} is no remote of this clone`,
          names.length > 0 ? `It has ${names.join(", ")}` : "Add a remote first",
        )
      }
      for (const one of remotes)
        await askGit(["config", "--unset-all", `remote.${one.name}.gh-resolved`])
      if (!flags.unset && remote) {
        const resolved = fork && wanted ? `${wanted.owner}/${wanted.repo}` : "base"
        await runGit(["config", `remote.${remote.name}.gh-resolved`, resolved], terminal)
        terminal.stderr.write(`✓ Set ${name} as the default repository of this clone\n`)
      }
      done(exitCodes.ok)
    })
}
