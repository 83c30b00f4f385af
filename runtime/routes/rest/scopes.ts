import type { Client } from "../../client/index.js"
import type { RestRoute } from "../../definition/index.js"
import { type Failure, permanent } from "../../errors/index.js"

/**
 * Scopes that `repo` includes; for public repositories `public_repo` suffices, although the description
 * asks for `repo`.
 */
const ofRepositories = /^(?:public_repo|repo(?:[:_]\w+)?|security_events)$/

/** Whether GitHub may allow with one scope what its description asks another one for. */
function mayStandIn(held: string, wanted: string): boolean {
  if (held === wanted) return true
  if (held === "repo" || held === "public_repo") return ofRepositories.test(wanted)
  const [heldKind, heldName] = held.split(":")
  const [wantedKind, wantedName] = wanted.split(":")
  // `user` has what `read:user` and `user:email` have, `admin:org` what `write:org` and `read:org`.
  if (heldName === undefined) return heldKind === wantedKind || heldKind === wantedName
  return heldName === wantedName && heldKind !== "read"
}

/**
 * Why a call would be denied: GitHub has shown the token's scopes, and its description requires others. The
 * scopes are forgotten then, since the user may add one.
 */
export function restScopes(
  { scopes: needed = [] }: RestRoute<never, unknown>,
  { http }: Client,
): Failure | undefined {
  if (http.scopes === undefined) return undefined
  const held = http.scopes.split(",").map((one) => one.trim())
  const lacking = needed.find((choice) =>
    choice.every((wanted) => !held.some((one) => mayStandIn(one, wanted))),
  )
  if (!lacking) return undefined
  const has = http.scopes === "" ? "it has none" : `it has ${http.scopes}`
  http.scopes = undefined
  const names = lacking.join(" or ")
  return permanent("AUTH", "not_sent", `The token lacks the scope ${names}: ${has}`, {
    fix: `Add the scope ${names} to the token, for example with \`gh auth refresh --scopes\``,
  })
}
