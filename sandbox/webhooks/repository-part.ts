import { relatedRepository } from "../rest/index.js"
import type { Repository } from "../tables/index.js"
import type { Scene } from "./change.js"

/** A repository in payloads. */
export const repositoryPart = (scene: Scene, repository: Repository) =>
  inPayload(relatedRepository(scene, repository))

export const inPayload = <Shape extends object>(repository: Shape) => ({
  ...repository,
  custom_properties: {},
})
