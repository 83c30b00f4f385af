import type { RestDescription, RestParameter } from "../../generator/parse/index.js"
import { type Sandbox, startSandbox } from "../../sandbox/index.js"
import { absentRoutes, heldOperations, routes } from "../../sandbox/rest/index.js"
import { callFor, tokenFor } from "../../sandbox/tests/index.js"
import type { Coverage, Entry } from "./coverage.js"

/**
 * Constant parts of modelled answers, for features that the store does not have. Answers that would be
 * constant as a whole are refused, unless the seed declares them empty.
 */
const CONSTANTS: readonly [where: string, what: string][] = [
  ["a repository", "`license` and `mirror_url` are null, `size` is 0, `has_pages` is false"],
  ["a gist", "`forks` is empty"],
  ["an issue", "`performed_via_github_app` is null"],
  ["a pull request", "`requested_teams` is empty"],
  ["a release", "`immutable` is false"],
  ["a commit", "`comment_count` is 0, `verification` says unsigned"],
  ["a branch", "`protected` is false"],
  ["a run", "`referenced_workflows` is empty"],
  ["a job", "no runner has a name"],
  ["a search", "`incomplete_results` is false, every `score` is 1"],
]

/** Lists that are always empty, and refused unless the seed declares them. */
const EMPTY = new Set(absentRoutes.map((route) => nameOf(route.method, route.path)))

/** Every operation of the pinned description. */
export async function restCoverage(description: RestDescription): Promise<Coverage> {
  const { paths } = description
  const operations = routes.map((route) => nameOf(route.method, route.path))
  const modelled = new Set(operations)
  const refused = await refusedInputs(description, operations)
  const held = heldOperations()
  const byRoot = new Map<string, Entry[]>()
  for (const [path, methods] of Object.entries(paths)) {
    const entries = Object.keys(methods).map((method): Entry => {
      const name = nameOf(method, path)
      const without = refused.get(name)?.map((one) => `\`${one}\``) ?? []
      const note = [
        ...(EMPTY.has(name) ? ["empty where the seed says so, refused elsewhere"] : []),
        ...(without.length === 0 ? [] : [`without ${without.join(", ")}`]),
      ].join("; ")
      const answered = EMPTY.has(name) ? "constant" : "modelled"
      const otherwise = held.has(name) ? "generic" : "refused"
      const treatment = modelled.has(name) ? answered : otherwise
      return { name, treatment, ...(note !== "" && { note }) }
    })
    const root = rootOf(path)
    byRoot.set(root, [...(byRoot.get(root) ?? []), ...entries])
  }
  const constants = CONSTANTS.map(([where, what]) => `of ${where}, ${what}`).join("; ")
  return {
    title: "REST",
    noun: "operations",
    introduction: `A path that GitHub does not have is a 404. A parameter, a field of a body or a media type that an operation does not read is refused as well. Some members of modelled answers never say anything else: ${constants}.`,
    groups: [...byRoot].map(([name, entries]) => ({ name, entries })),
  }
}

function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`
}

const REPOSITORY = "/repos/{owner}/{repo}"

/** `/user`, or within a repository `/repos/{owner}/{repo}/issues`. */
function rootOf(path: string): string {
  if (!path.startsWith(REPOSITORY)) return `/${path.split("/")[1]}`
  const [, segment] = path.slice(REPOSITORY.length).split("/")
  return segment === undefined ? REPOSITORY : `${REPOSITORY}/${segment}`
}

/** Described inputs that modelled operations refuse. They are found by sending them. */
async function refusedInputs(
  { paths }: RestDescription,
  operations: readonly string[],
): Promise<Map<string, string[]>> {
  const sandbox = await startSandbox()
  const found = new Map<string, string[]>()
  for (const operation of operations) {
    const [method = "", path = ""] = operation.split(" ")
    const described = paths[path]?.[method.toLowerCase()]
    const refused: string[] = []
    for (const parameter of described?.parameters ?? []) {
      if (parameter.in !== "query") continue
      const query = new URLSearchParams({ [parameter.name]: sample(parameter) })
      if (await isRefused(sandbox, operation, `parameter \`${parameter.name}\``, { query })) {
        refused.push(parameter.name)
      }
    }
    for (const field of fieldsOf(described?.body)) {
      const more = { [field]: null }
      if (await isRefused(sandbox, operation, `field \`${field}\``, { more })) refused.push(field)
    }
    found.set(operation, refused)
  }
  await sandbox.close()
  return found
}

async function isRefused(
  sandbox: Sandbox,
  operation: string,
  what: string,
  { query, more }: { query?: URLSearchParams; more?: object },
): Promise<boolean> {
  const [method = ""] = operation.split(" ")
  const [call] = callFor(operation)
  if (!call) throw new Error(`there is no example of ${operation}`)
  sandbox.reset()
  const path = call.path.replace("HEAD OF 7", "main")
  const separator = path.includes("?") ? "&" : "?"
  const body = more && { ...Object(call.body), ...more }
  const response = await fetch(sandbox.url + path + (query ? separator + query : ""), {
    method,
    headers: { authorization: `Bearer ${await tokenFor(sandbox, operation)}` },
    redirect: "manual",
    ...(method !== "GET" && { body: JSON.stringify(body ?? call.body ?? {}) }),
  })
  const text = await response.text()
  return response.status === 501 && text.includes(what)
}

/** A value that the parameter may have. */
function sample({ schema }: RestParameter): string {
  const { enum: values, type } = Object(schema)
  if (Array.isArray(values)) return String(values[0])
  return type === "boolean" ? "true" : "1"
}

function fieldsOf(schema: unknown): string[] {
  const { properties, oneOf, anyOf } = Object(schema)
  const choices: unknown[] = oneOf ?? anyOf ?? []
  return [...new Set([...Object.keys(Object(properties)), ...choices.flatMap(fieldsOf)])]
}
