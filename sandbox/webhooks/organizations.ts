import { ids, teamShape, times, userById } from "../rest/index.js"
import {
  type Account,
  nodeId,
  type Project,
  type ProjectItem,
  type ProjectStatusUpdate,
  type Team,
} from "../tables/index.js"
import {
  type Change,
  type Occurrence,
  type Occurrings,
  type Scene,
  stepOf,
  teller,
} from "./change.js"

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

/** The organization of a project; no webhook hears of the projects of users. */
function organizationOf({ store }: Scene, project: Project | undefined): Account | undefined {
  const owner = store.find("accounts", project?.ownerId)
  return owner?.kind === "Organization" ? owner : undefined
}

function projectPart(scene: Scene, row: Project, isGone: boolean) {
  const { store, applied } = scene
  const latest = store.rowsBy("projectStatusUpdates", "project", row.id).at(-1)
  return {
    ...ids(row),
    owner: userById(scene, row.ownerId),
    creator: userById(scene, row.creatorId),
    title: row.title,
    description: row.readme,
    short_description: row.shortDescription,
    public: row.isPublic,
    is_template: row.isTemplate,
    state: row.closedAt === null ? "open" : "closed",
    closed_at: row.closedAt,
    ...times(row),
    number: row.number,
    deleted_at: isGone ? store.clock.last() : null,
    deleted_by: isGone ? userById(scene, store.accountByLogin(applied?.actor ?? "")?.id) : null,
    latest_status_update: latest ? statusPart(scene, row, latest) : null,
  }
}

const statusPart = (scene: Scene, project: Project, row: ProjectStatusUpdate) => ({
  ...ids(row),
  project_node_id: nodeId(project),
  creator: userById(scene, row.creatorId),
  ...times(row),
  status: row.status,
  ...(row.startDate !== null && { start_date: row.startDate }),
  ...(row.targetDate !== null && { target_date: row.targetDate }),
  body: row.body,
})

const PROJECT_CHANGES = [
  ["title", "title"],
  ["readme", "description"],
  ["shortDescription", "short_description"],
  ["isPublic", "public"],
] as const

function projectChanged(scene: Scene, change: Change<Project>): Occurrence[] {
  const { row, before, isGone } = change
  const organization = organizationOf(scene, row)
  if (!organization) return []
  const part = () => ({ projects_v2: projectPart(scene, row, isGone) })
  const told = teller("projects_v2", part, { organization })
  if (!before || isGone) return [told(stepOf(change))]
  const changes = PROJECT_CHANGES.filter(([key]) => before[key] !== row[key]).map(([key, name]) => [
    name,
    { from: before[key], to: row[key] },
  ])
  return [
    ...(changes.length > 0 ? [told("edited", { changes: Object.fromEntries(changes) })] : []),
    ...(!before.closedAt === !row.closedAt ? [] : [told(row.closedAt ? "closed" : "reopened")]),
  ]
}

const archivedAt = ({ isArchived, updatedAt }: ProjectItem) => (isArchived ? updatedAt : null)

const itemPart = (scene: Scene, project: Project, row: ProjectItem) => ({
  ...ids(row),
  project_node_id: nodeId(project),
  content_node_id: nodeId({ kind: row.subjectKind, id: row.subjectId }),
  content_type: row.subjectKind,
  creator: userById(scene, row.creatorId),
  ...times(row),
  archived_at: archivedAt(row),
})

function itemChanged(scene: Scene, change: Change<ProjectItem>): Occurrence[] {
  const { store } = scene
  const { row, before, isGone } = change
  const project = store.find("projects", row.projectId)
  const organization = organizationOf(scene, project)
  if (!project || !organization) return []
  const part = () => ({ projects_v2_item: itemPart(scene, project, row) })
  const told = teller("projects_v2_item", part, { organization })
  if (!before || isGone) return [told(stepOf(change))]
  const [from, to] = [archivedAt(before), archivedAt(row)]
  return [
    ...store
      .rowsBy("projectFields", "project", project.id)
      .filter(({ id }) => before.values.get(id) !== row.values.get(id))
      .map((field) => ({ field_node_id: nodeId(field), field_type: field.dataType.toLowerCase() }))
      .map((field_value) => told("edited", { changes: { field_value } })),
    ...(before.isArchived === row.isArchived
      ? []
      : [told(to ? "archived" : "restored", { changes: { archived_at: { from, to } } })]),
  ]
}

export const organizationOccurrings: Occurrings = {
  teams: membersChanged,
  projects: projectChanged,
  projectItems: itemChanged,

  projectStatusUpdates(scene, change) {
    const project = scene.store.find("projects", change.row.projectId)
    const organization = organizationOf(scene, project)
    if (!project || !organization) return []
    const body = { projects_v2_status_update: statusPart(scene, project, change.row) }
    return [{ event: "projects_v2_status_update", action: stepOf(change), organization, body }]
  },
}
