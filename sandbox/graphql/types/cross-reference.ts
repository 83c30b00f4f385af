import { type CrossReference, willClose } from "../../state/index.js"
import { nodeId } from "../../tables/index.js"
import type { Fields } from "../field/index.js"

export const crossReferencedEventFields: Fields<CrossReference> = {
  id: ({ source, target }) =>
    `CRE_${Buffer.from(`${nodeId(target)}:${nodeId(source)}`).toString("base64url")}`,
  actor: ({ actorId }, _, { store }) => store.find("accounts", actorId) ?? null,
  createdAt: ({ createdAt }) => createdAt,
  referencedAt: ({ createdAt }) => createdAt,
  source: ({ source }) => source,
  target: ({ target }) => target,
  isCrossRepository: ({ source, target }) => source.repositoryId !== target.repositoryId,
  willCloseTarget: (reference, _, { store }) => willClose(store, reference),
}
