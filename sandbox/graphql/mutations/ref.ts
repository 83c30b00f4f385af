import { canSee, gitNodeOf, noSuchNode } from "../../state/index.js"
import type { Context } from "../field/index.js"

export function refOf(context: Context, id: string) {
  const found = gitNodeOf(context.store, id)
  if (found?.kind !== "Ref") throw noSuchNode(id)
  const repository = context.store.get("repositories", found.repositoryId)
  if (!canSee(context.store, repository)) throw noSuchNode(id)
  return found
}
