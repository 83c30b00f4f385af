import type { Permissions } from "../../runtime/index.js"
import type { RestDescription, RestPermissions } from "../parse/index.js"
import type { RestPlan } from "./capability-plan.js"

/**
 * The permissions that a token needs for all requests of a REST route, as far as GitHub's description
 * states them.
 */
export function permissionsOf(
  { lookups, endpoints }: RestPlan,
  { paths }: RestDescription,
): Permissions | undefined {
  const requests = [
    ...lookups.map(({ path }) => ({ method: "GET", path })),
    ...endpoints.map(({ facts }) => facts),
  ]
  const permissions = requests.flatMap(({ method, path }) => {
    // A part in brackets is omitted if its input is absent.
    const names = [path.replace(/\[[^\]]*\]/g, ""), path.replace(/[[\]]/g, "")]
    return names.flatMap((name) => paths[name]?.[method.toLowerCase()]?.permissions ?? [])
  })
  const scopes = distinct(permissions.flatMap(choicesOf))
  const isAsked = (one: readonly string[]) => scopes.some((other) => other.join() === one.join())
  const ofPrivate = distinct(
    permissions.flatMap(({ private_scopes: one }) => (one && !isAsked(one) ? [one] : [])),
  )
  const fine_grained = [...new Set(permissions.flatMap((one) => one.fine_grained ?? []))]
  if (scopes.length + ofPrivate.length + fine_grained.length === 0) return undefined
  return {
    ...(scopes.length > 0 && { scopes }),
    ...(ofPrivate.length > 0 && { private_scopes: ofPrivate }),
    ...(fine_grained.length > 0 && { fine_grained }),
  }
}

/** Lists of scopes; one scope of each list is needed. */
function choicesOf({ scopes = [], all }: RestPermissions): (readonly string[])[] {
  if (all) return scopes.map((one) => [one])
  return scopes.length > 0 ? [scopes] : []
}

function distinct(lists: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(lists.map((one) => [one.join(), one])).values()]
}
