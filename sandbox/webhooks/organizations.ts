import { teamShape, userById } from "../rest/index.js"
import { nodeId, type Project, type ProjectItem, type Team } from "../tables/index.js"
import { type Change, type Occurrence, type Occurrings, type Scene, stepOf } from "./change.js"

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

const archivedAt = ({ isArchived, updatedAt }: ProjectItem) => (isArchived ? updatedAt : null)

const itemPart = (scene: Scene, project: Project, row: ProjectItem) => ({
  id: row.id,
  node_id: nodeId(row),
  project_node_id: nodeId(project),
  content_node_id: nodeId({ kind: row.subjectKind, id: row.subjectId }),
  content_type: row.subjectKind,
  creator: userById(scene, row.creatorId),
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  archived_at: archivedAt(row),
})

function itemChanged(scene: Scene, change: Change<ProjectItem>): Occurrence[] {
  const { store } = scene
  const { row, before, isGone } = change
  const project = store.find("projects", row.projectId)
  const organization = store.find("accounts", project?.ownerId)
  // No webhook hears of the projects of users.
  if (!project || organization?.kind !== "Organization") return []
  const told = (action: string, changes?: object): Occurrence => ({
    ...{ event: "projects_v2_item", action, organization },
    body: {
      ...(changes && { changes }),
      projects_v2_item: itemPart(scene, project, row),
    },
  })
  if (!before || isGone) return [told(stepOf(change))]
  const [from, to] = [archivedAt(before), archivedAt(row)]
  return [
    ...store
      .rowsBy("projectFields", "project", project.id)
      .filter(({ id }) => before.values.get(id) !== row.values.get(id))
      .map((field) => ({ field_node_id: nodeId(field), field_type: field.dataType.toLowerCase() }))
      .map((field_value) => told("edited", { field_value })),
    ...(before.isArchived === row.isArchived
      ? []
      : [told(to ? "archived" : "restored", { archived_at: { from, to } })]),
  ]
}

export const organizationOccurrings: Occurrings = {
  teams: membersChanged,
  projectItems: itemChanged,
}
