/** Applies a client's guards to operations without a capability. */
import { isOfOperations, matches, summandsOf } from "../../runtime/features/guards/index.js"
import {
  type Client,
  type CompiledOperation,
  permanent,
  type UnmatchedPattern,
} from "../../runtime/index.js"
import { describedPaths, hintFor, operationsAt, pathFor, similarPaths } from "./description.js"

/** An operation as guards see it. */
interface Guarded {
  /**
   * `DELETE /repos/{owner}/{repo}`; for a document `query` or `mutation`, since its name does not show its effect.
   */
  readonly id: string
  readonly path?: string
}

type Barred = NonNullable<CompiledOperation["barred"]>
type Failure = NonNullable<ReturnType<Barred>>

/**
 * Returns the reason why an operation may not be sent. A pattern for a capability does not cover an operation with
 * the same effect, so a guard only allows operations that it names.
 */
export function barredBy({ id, path }: Guarded): Barred {
  const reads = /^(?:GET|query)\b/.test(id)
  const name = path === undefined ? `${id} *` : id
  const fits = (pattern: string) =>
    isOfOperations(pattern) && (path === undefined ? pattern === name : matches(pattern, id))
  return ({ guard }, input) => {
    const { most, allow, deny = [] } = guard.operations
    const unmatched = unmatchedIn(guard)
    if (unmatched) return refusal(unmatched.guard, unmatched.message, unmatched.fix)
    if (most !== "write" && (most !== "read" || !reads)) {
      const what = reads ? "an operation without a capability" : "a write without a capability"
      const fix = `Create the client with \`operations: "${reads ? "read" : "write"}"\` to allow it`
      return refusal("operations", `${id} is ${what}, which this client does not send`, fix)
    }
    if (deny.some(fits))
      return refusal("deny", `${id} is blocked by \`deny\` of this client`, change("deny"))
    if ((allow || deny.some((one) => !isOfOperations(one))) && !allow?.some(fits)) {
      const message = `${id} is not a capability, but \`allow\` and \`deny\` of this client name capabilities`
      return refusal("allow", message, `To allow it: add "${name}" to \`allow\``)
    }
    const limits = Object.keys(guard.bounds?.limits ?? {}).flatMap(summandsOf)
    if (limits.some((one) => one !== "*" && !isOfOperations(one)) && !limits.some(fits)) {
      const message = `${id} is not a capability, but \`limits\` of this client counts capabilities`
      return refusal("limits", message, `To allow it: add a limit for "${name}"`)
    }
    return guard.bounds?.repos && !allow?.includes(name) ? outOfBounds(id, path, input) : undefined
  }
}

/** Parameters of paths besides those of the repository, through which a request can leave the repository of its path. */
const leading = /^(?:issue_id|repo_owner|repo_name)$/

const isFork = /^POST .*\/forks$/

/** Members of a body that can name something outside of it. The runtime knows what those of a fork mean. */
const leadingInBody =
  /(?:^|_)(?:ids?|owner|repo|repos|repository|repositories|org|orgs|organization|organizations|parent|source|target)(?:_|$)/

/**
 * Returns the reason why an operation cannot be restricted to repositories: its path must begin with one, and no
 * input may lead out of it.
 */
function outOfBounds(id: string, path: string | undefined, input: unknown): Failure | undefined {
  const fix = `To allow it: \`allow: ["*", "${path === undefined ? `${id} *` : id}"]\``
  const refused = (why: string) =>
    refusal("repos", `${why}, so \`repos\` of this client blocks it`, fix)
  if (path === undefined) return refused("A document can reach any repository")
  if (!/^\/repos\/\{owner\}\/\{repo\}(?:\/|$)/.test(path))
    return refused(`${id} is not limited to a repository`)
  const given = Object.entries(Object(input)).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const members = given.flatMap(([name, value]): Member[] => {
    const isInPath = path.includes(`{${name}}`)
    return isInPath ? [{ name, value, isInPath }] : membersOf(name, value)
  })
  const hasBody = !id.startsWith("GET ") && !isFork.test(id)
  const leads = ({ name, isInPath }: Member) =>
    leading.test(name) || (hasBody && !isInPath && leadingInBody.test(name))
  const name = members.find(leads)?.name
  return name === undefined
    ? undefined
    : refused(`${name} of ${id} can name something outside the repository`)
}

interface Member {
  readonly name: string
  readonly value: unknown
  readonly isInPath: boolean
}

function membersOf(name: string, value: unknown): Member[] {
  return [{ name, value, isInPath: false }, ...nestedIn(value)]
}

function nestedIn(value: unknown): Member[] {
  if (Array.isArray(value)) return value.flatMap(nestedIn)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => membersOf(name, inner))
}

const change = (guard: string) => `Change \`${guard}\` of the client to allow it`

function refusal(guard: string, message: string, fix: string): Failure {
  return permanent("AUTH", "not_sent", message, { guard, fix })
}

type Guards = Pick<Client["guard"], "operations" | "bounds">

const found = new WeakMap<Guards, UnmatchedPattern | undefined>()

/** The first such pattern of a client's guards. */
export function unmatchedIn(guards: Guards): UnmatchedPattern | undefined {
  if (!found.has(guards)) found.set(guards, firstUnmatched(guards))
  return found.get(guards)
}

function firstUnmatched({ operations, bounds }: Guards): UnmatchedPattern | undefined {
  const { allow = [], deny = [] } = operations
  const patterns = { allow, deny, limits: Object.keys(bounds?.limits ?? {}).flatMap(summandsOf) }
  for (const guard of ["allow", "deny", "limits"] as const) {
    const unknown = patterns[guard].find((one) => isOfOperations(one) && !isDocumented(one))
    if (unknown === undefined) continue
    const [method = "", path = ""] = unknown.split(" ")
    const similar = [pathFor(path, method)?.path ?? similarPaths(path, method)].flat()
    const message = `No documented operation matches ${unknown} in \`${guard}\``
    return { guard, message, fix: hintFor(similar, method) }
  }
  return undefined
}

function isDocumented(pattern: string): boolean {
  const [method = "", path = ""] = pattern.split(" ")
  if (method === "query" || method === "mutation" || path.startsWith("*")) return true
  const takes = (one: string) => operationsAt(one)?.[method.toLowerCase()] !== undefined
  return describedPaths().some((one) => matches(path, one) && takes(one))
}
