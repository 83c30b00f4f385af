/** Secrets and variables of organizations, environments and users, of Dependabot and Codespaces, and from files. */
import type { Client } from "../../runtime/index.js"
import { loadSealer, seal } from "../../runtime/path/index.js"
import { withClient } from "./client.js"
import { itemsAt, Refused, type Send, sendWith } from "./gh-rest.js"
import {
  namedRepository,
  readFrom,
  repositoryOf,
  repositoryOfSecret,
  surroundingRepository,
  usualHost,
  valuesInEnvFile,
} from "./input/index.js"
import { shared } from "./options.js"
import { exitCodes, namesIn, printerFor, UsageError } from "./output/index.js"
import { collected, type Define, type OptionValues } from "./program-shared.js"
import { forReader, type Terminal } from "./terminal/index.js"

type Flags = OptionValues<
  "org" | "env" | "app" | "repo" | "visibility" | "body" | "bodyFile" | "envFile" | "jq",
  "user" | "reposSelected" | "store"
> & { readonly json?: string | true; readonly repos?: readonly string[] }

type Kind = "secret" | "variable"
type Verb = "set" | "list" | "get" | "delete"

const apps = ["actions", "dependabot", "codespaces"]

export const settingsCommand =
  (kind: Kind, verb: Verb): Define =>
  (command, { terminal, done }) => {
    const isSecret = kind === "secret"
    command.argument(verb === "list" || verb === "set" ? "[name]" : "<name>", `name of the ${kind}`)
    command
      .option("-o, --org <organization>", "of an organization")
      .option("-e, --env <environment>", "of an environment of the repository")
      .addOption(shared.repo())
    if (isSecret) {
      command
        .option("-u, --user", "of your codespaces")
        .option("-a, --app <app>", `application: ${apps.join(", ")} (default: actions)`)
    }
    if (verb === "list" || verb === "get") {
      command
        .option("--json [fields]", "print JSON with these fields")
        .option("-q, --jq <expression>", "filter it")
    }
    if (verb === "delete") command.option("-y, --yes", "ignored: nothing is asked, as in gh")
    if (verb === "set") {
      command
        .option("-b, --body <value>", "value (default: stdin)")
        .option("--body-file <file>", "read the value from a file")
        .option("-f, --env-file <file>", "read names and values from a file in dotenv format")
        .option(
          "-v, --visibility <visibility>",
          "of an organization: all, private, selected (default: private)",
        )
        .option("-r, --repos <repositories>", "repositories that can use it", split, undefined)
      if (isSecret) {
        command
          .option("--no-store", "print the encrypted value instead of storing it")
          .option("--no-repos-selected", "no repository can use it yet")
      }
    }
    command.action(async (name: string | undefined, flags: Flags) =>
      done(await execute(kind, verb, name, flags, terminal)),
    )
  }

const split = (text: string, before: readonly string[] = []) =>
  text.split(",").reduce((all, one) => collected(one.trim(), all), before)

/** Where the values are: the path of their collection. */
async function placeOf(kind: Kind, { org, env, user, app, repo }: Flags) {
  const given = [org !== undefined && "--org", env !== undefined && "--env", user && "--user"]
  const [one, other] = given.filter(Boolean)
  if (other) throw new UsageError(`Use ${one} or ${other}, not both`)
  const owner = user ? "codespaces" : (app?.toLowerCase() ?? "actions")
  if (!apps.includes(owner)) throw new UsageError(`--app is one of ${apps.join(", ")}, not ${app}`)
  if (user && app !== undefined && owner !== "codespaces")
    throw new UsageError("--user is for codespaces")
  if (env !== undefined && owner !== "actions") throw new UsageError("--env is for actions")
  if (user) return { host: undefined, path: "/user/codespaces/secrets" }
  if (org !== undefined)
    return { host: undefined, path: `/orgs/${encodeURIComponent(org)}/${owner}/${kind}s` }
  const place =
    namedRepository(repo) ??
    (await (kind === "secret" ? repositoryOfSecret() : surroundingRepository()))
  const root = `/repos/${place.owner}/${place.repo}`
  const own = env === undefined ? owner : `environments/${encodeURIComponent(env)}`
  return { host: place.host, path: `${root}/${own}/${kind}s` }
}

async function execute(
  kind: Kind,
  verb: Verb,
  name: string | undefined,
  flags: Flags,
  terminal: Terminal,
) {
  const { host, path } = await placeOf(kind, flags)
  if (verb === "set") checkSet(name, flags)
  const values = verb === "set" ? await valuesOf(name, flags, terminal) : []
  if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name))
    throw new UsageError(`${name} is no name of a ${kind}`)
  return withClient({ host: host ?? usualHost() }, terminal, async (client) => {
    const send = sendWith(client, terminal)
    if (verb === "set") return set(kind, path, values, flags, send, terminal)
    if (verb === "list") return list(kind, path, flags, client, terminal)
    if (verb === "get") {
      return shown(kind, await send("GET", `${path}/${name}`), ["value"], flags, terminal)
    }
    await send("DELETE", `${path}/${name}`)
    return exitCodes.ok
  })
}

function checkSet(name: string | undefined, flags: Flags): void {
  const { org, user, envFile, body, bodyFile, visibility, repos } = flags
  if ((name === undefined) === (envFile === undefined)) {
    throw new UsageError(
      name === undefined ? "expected a name" : "Use a name or --env-file, not both",
      "Or --env-file FILE",
    )
  }
  if (envFile !== undefined && (body ?? bodyFile) !== undefined)
    throw new UsageError("Use --env-file or --body, not both")
  if (body !== undefined && bodyFile !== undefined)
    throw new UsageError("Use --body or --body-file, not both")
  if (visibility !== undefined && org === undefined)
    throw new UsageError("--visibility needs --org")
  if (visibility !== undefined && !["all", "private", "selected"].includes(visibility)) {
    throw new UsageError(`--visibility is all, private or selected, not ${visibility}`)
  }
  if (repos && org === undefined && !user) throw new UsageError("--repos needs --org or --user")
  if (repos && visibility !== undefined && visibility !== "selected") {
    throw new UsageError("--repos is for --visibility selected")
  }
  if (visibility === "selected" && !repos && flags.reposSelected !== false)
    throw new UsageError("--visibility selected needs --repos")
}

async function valuesOf(
  name: string | undefined,
  flags: Flags,
  terminal: Terminal,
): Promise<readonly (readonly [string, string])[]> {
  const { envFile, body, bodyFile } = flags
  if (envFile !== undefined) {
    const text = await readFrom("--env-file", envFile, terminal)
    const all = [...valuesInEnvFile(text, `--env-file: ${envFile}`)]
    if (all.length === 0) throw new UsageError(`${envFile} has no names and values`)
    return all
  }
  if (body === undefined && bodyFile === undefined && terminal.stdin.isTTY)
    throw new UsageError("--body is missing")
  const text =
    body ?? (await readFrom("--body-file", bodyFile ?? "-", terminal)).replace(/[\r\n]+$/, "")
  return [[name ?? "", text]]
}

async function set(
  kind: Kind,
  path: string,
  values: readonly (readonly [string, string])[],
  flags: Flags,
  send: Send,
  terminal: Terminal,
): Promise<number> {
  const others = await accessOf(flags, send)
  if (kind === "variable") {
    for (const [name, value] of values) {
      const body = { name, value, ...others }
      await send("PATCH", `${path}/${name}`, body).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.code !== "NOT_FOUND") throw error
        return send("POST", path, body)
      })
    }
    return exitCodes.ok
  }
  await loadSealer()
  const { key, key_id } = Object(await send("GET", `${path}/public-key`))
  for (const [name, value] of values) {
    const encrypted_value = sealed(value, String(key))
    if (flags.store === false) terminal.stdout.write(`${encrypted_value}\n`)
    else await send("PUT", `${path}/${name}`, { encrypted_value, key_id, ...others })
  }
  return exitCodes.ok
}

function sealed(value: string, key: string): string {
  try {
    return seal(value, key)
  } catch {
    throw new Refused("GitHub's public key cannot encrypt the value", "SERVER", false)
  }
}

/** Who can use a value of an organization or a user. */
async function accessOf({ org, user, visibility, repos = [], reposSelected }: Flags, send: Send) {
  if (org === undefined && !user) return {}
  const ids = await Promise.all(
    repos.map(async (name) => {
      const { owner = org, repo } = repositoryOf(name) ?? { repo: name }
      if (owner === undefined) throw new UsageError(`--repos takes OWNER/REPO, not ${name}`)
      return Number(Object(await send("GET", `/repos/${owner}/${repo}`)).id)
    }),
  )
  const isSelected = repos.length > 0 || reposSelected === false
  const chosen = visibility ?? (isSelected ? "selected" : "private")
  const selected = chosen === "selected" || user ? { selected_repository_ids: ids } : {}
  return { ...(org !== undefined && { visibility: chosen }), ...selected }
}

async function list(
  kind: Kind,
  path: string,
  flags: Flags,
  client: Client,
  terminal: Terminal,
): Promise<number> {
  const items = await itemsAt(client, terminal, path, `${kind}s`)
  const columns = [
    "name",
    ...(kind === "variable" ? ["value"] : []),
    "updated_at",
    ...(flags.org === undefined ? [] : ["visibility"]),
  ]
  return shown(kind, items, columns, flags, terminal)
}

/** gh's names of the fields. */
const fields: Readonly<Record<string, string>> = {
  name: "name",
  value: "value",
  visibility: "visibility",
  createdAt: "created_at",
  updatedAt: "updated_at",
  selectedReposURL: "selected_repositories_url",
}

async function shown(
  kind: Kind,
  data: unknown,
  columns: readonly string[],
  { json, jq }: Flags,
  terminal: Terminal,
) {
  const known = Object.keys(fields).filter(
    (name) => kind === "variable" || !["value", "createdAt"].includes(name),
  )
  const names = typeof json === "string" ? namesIn(json) : []
  const unknown = names.find((name) => !known.includes(name))
  if (json === true || unknown !== undefined) {
    throw new UsageError(
      unknown === undefined ? "--json needs fields" : `unknown field ${unknown}`,
      `Available: ${known.join(",")}`,
    )
  }
  if (jq !== undefined && json === undefined) throw new UsageError("--jq needs --json")
  if (json === undefined) {
    for (const item of [data].flat()) {
      const line = columns.map((name) => Object(item)[name] ?? "").join("\t")
      terminal.stdout.write(`${forReader(line, terminal.stdout)}\n`)
    }
    return exitCodes.ok
  }
  const picked = (item: unknown) =>
    Object.fromEntries(names.map((name) => [name, Object(item)[fields[name] ?? ""] ?? ""]))
  const print = await printerFor({ ...(jq !== undefined && { jq }) }, undefined, terminal)
  await print(Array.isArray(data) ? data.map(picked) : picked(data))
  return exitCodes.ok
}
