import type { Client } from "../../client/index.js"
import { type Failure, permanent } from "../../errors/index.js"
import type { Scoped } from "../route/index.js"

/**
 * Scopes that `repo` includes. For public repositories `public_repo` suffices, although the description asks for
 * `repo`.
 */
const ofRepositories = /^(?:public_repo|repo(?:[:_]\w+)?|security_events)$/

/** Whether GitHub may accept one scope where its description asks for another. */
function mayReplace(held: string, wanted: string): boolean {
  if (held === wanted) return true
  if (held === "repo" || held === "public_repo") return ofRepositories.test(wanted)
  const [heldKind, heldName] = held.split(":")
  const [wantedKind, wantedName] = wanted.split(":")
  // `user` includes `read:user` and `user:email`; `admin:org` includes `write:org` and `read:org`.
  if (heldName === undefined) return heldKind === wantedKind || heldKind === wantedName
  return heldName === wantedName && heldKind !== "read"
}

/**
 * The failure of a call that would be denied, because GitHub has shown the token's scopes and the route needs others.
 * It forgets the scopes afterwards, since the user may add one. Tokens of Apps have none, and are not judged.
 */
export function tokenScopes(
  { scopes: needed = [] }: Scoped,
  { http }: Client,
): Failure | undefined {
  const has = http.scopes
  if (!has) return undefined
  const held = has.split(",").map((one) => one.trim())
  const lacking = needed.find((choice) =>
    choice.every((wanted) => !held.some((one) => mayReplace(one, wanted))),
  )
  if (!lacking) return undefined
  http.scopes = undefined
  const names = lacking.join(" or ")
  return permanent("AUTH", "not_sent", `The token lacks the scope ${names}: it has ${has}`, {
    fix: `Add the scope ${names} to the token, for example with \`gh auth refresh --scopes\``,
  })
}
