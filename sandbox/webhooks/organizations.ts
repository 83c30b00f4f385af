import { teamShape, userById } from "../rest/index.js"
import type { Team } from "../tables/index.js"
import type { Change, Occurrence, Occurrings, Scene } from "./change.js"

/** A team in payloads, which do not say whose it is. */
function teamPart(scene: Scene, team: Team) {
  const { parent, ...shape } = teamShape(scene, team)
  const part = ({ type: _, organization_id: __, ...rest }: typeof shape) => rest
  return { ...part(shape), parent: parent && part(parent) }
}

function membersChanged(scene: Scene, { row, before, isGone }: Change<Team>): Occurrence[] {
  if (!before || isGone) return []
  const organization = scene.store.get("accounts", row.organizationId)
  const told = (action: string, from: Team, to: Team): Occurrence[] =>
    [...to.members.keys()]
      .filter((id) => !from.members.has(id))
      .map((id) => ({
        ...{ event: "membership", action, organization },
        body: { scope: "team", member: userById(scene, id), team: teamPart(scene, row) },
      }))
  return [...told("added", before, row), ...told("removed", row, before)]
}

export const organizationOccurrings: Occurrings = { teams: membersChanged }
