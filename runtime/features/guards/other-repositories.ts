/** Finds the repositories besides its own that a call reaches through a branch, a new repository or a new name. */
import type { Definition } from "../../routes/index.js"

/** `octocat/docs`, `octocat/*` for an unknown one of an owner, or undefined if nothing is known. */
type Reached = string | undefined

interface Own {
  readonly owner: string
  readonly repo: string
}

/** Names of inputs that take a branch, a tag or a commit. */
const revision =
  /(?:^|_)(?:base|basehead|branch|commitish|head|oid|ref|sha|tag)(?:_|$)|^(?:base|head)(?:Ref|Sha)/

/** Requests that create a repository or a codespace, or move this one. */
const makes = /^POST .*\/(?:codespaces|forks|generate|transfer)$/

/**
 * @param input - with the members `owner` and `repo`
 * @param mayMake - leaves out repositories that the call creates
 */
export function otherRepositories(
  definition: Definition,
  input: Own & object,
  mayMake: boolean,
): readonly Reached[] {
  const branches = Object.entries(input).flatMap(([name, value]) =>
    revision.test(name) && typeof value === "string" ? branchesIn(value, input) : [],
  )
  const made = mayMake ? [] : madeBy(definition, input)
  return [...branches, ...made, ...renamed(definition, input)]
}

/** No name of a branch has a colon: `other:branch` is a branch of a fork, as is `other:repository:branch`. */
function branchesIn(value: string, { owner, repo }: Own): readonly Reached[] {
  return value.split("...").flatMap((one) => {
    const [login = "", ...rest] = one.split(":")
    if (rest.length === 0) return []
    if (!/^[\w-]+$/.test(login)) return [undefined]
    if (rest.length > 1) return [`${login}/${rest[0]}`]
    return [login.toLowerCase() === owner.toLowerCase() ? `${owner}/${repo}` : `${login}/*`]
  })
}

function madeBy(definition: Definition, input: Own & object): readonly Reached[] {
  return bodiesOf(definition, input, makes).map((body) => {
    const { organization, owner, new_owner, name, new_name } = { ...body }
    const [place, called] = [organization ?? owner ?? new_owner, name ?? new_name ?? input.repo]
    return typeof place === "string" ? `${place}/${called}` : undefined
  })
}

function renamed(definition: Definition, input: Own & object): readonly Reached[] {
  const bodies = bodiesOf(definition, input, /^PATCH \/repos\/\{\w+\}\/\{\w+\}$/)
  // Its variables need a lookup, so the input has to do.
  const isUpdate = /\bupdateRepository\b/.test(definition.graphql?.operation.document ?? "")
  return [...bodies, ...(isUpdate ? [input] : [])].flatMap((body) => {
    if (body === undefined) return [undefined]
    const { name, new_name = name }: Readonly<Record<string, unknown>> = { ...body }
    return typeof new_name === "string" ? [`${input.owner}/${new_name}`] : []
  })
}

/** The bodies of a call's requests; undefined if they depend on a response. */
function bodiesOf({ rest }: Definition, input: object, wanted: RegExp) {
  const requests = (rest?.endpoints ?? []).filter(({ method, path }) =>
    wanted.test(`${method} ${path}`),
  )
  return requests.map(({ request }): Readonly<Record<string, unknown>> | undefined => {
    try {
      return Object(request(input, {}, undefined).body)
    } catch {
      return undefined
    }
  })
}
