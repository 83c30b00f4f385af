import {
  contentOf,
  findVisible,
  isInOwner,
  isVisible,
  itemsOf,
  notFound,
  projectFieldsOf,
  projectsOf,
} from "../../state/index.js"
import {
  type Account,
  get,
  type Issue,
  nodeId,
  type Project,
  type ProjectField,
  type ProjectItem,
  type ProjectIteration,
  type PullRequest,
  type Repository,
} from "../../tables/index.js"
import {
  byId,
  type Context,
  connection,
  constants,
  emptyConnection,
  type Fields,
  NotModelled,
  type PageArgs,
  properties,
} from "../field/index.js"
import type { OrderArg } from "./lists.js"
import { addressFields, fullDatabaseId, identityFields } from "./node.js"

interface ProjectListArgs extends PageArgs {
  minPermissionLevel?: "READ" | "WRITE" | "ADMIN" | null
  orderBy?: OrderArg<"CREATED_AT" | "NUMBER" | "TITLE" | "UPDATED_AT"> | null
  query?: string | null
}

interface NumberArg {
  number: number
}

/** Projects of users and organizations. */
export const ownerProjectFields: Fields<Account> = {
  projectV2: (owner, args: NumberArg, { store, viewer }) =>
    numbered(projectsOf(store, viewer, owner), args),
  projectsV2: (owner, args: ProjectListArgs, { store, viewer }, info) => {
    const { minPermissionLevel, orderBy, query, ...page } = args
    if (minPermissionLevel && minPermissionLevel !== "READ") {
      throw new NotModelled(`projectsV2(minPermissionLevel: ${minPermissionLevel})`)
    }
    const wanted = projectsOf(store, viewer, owner).filter(matching(query ?? ""))
    const { field = "NUMBER", direction = "DESC" } = orderBy ?? {}
    const key = (one: Project) =>
      ({
        CREATED_AT: one.createdAt,
        NUMBER: one.number,
        TITLE: one.title.toLowerCase(),
        UPDATED_AT: one.updatedAt,
      })[field]
    return connection(wanted, page, info, {
      order: { keys: (one) => [key(one), one.id], descending: direction === "DESC" },
    })
  },
}

/** Projects that a repository is linked to: a seed cannot link any. */
export const repositoryProjectFields: Fields<Repository> = {
  projectV2: (_repo, args: NumberArg) => numbered([], args),
  projectsV2: emptyConnection,
  recentProjects: emptyConnection,
}

/** Projects that an issue or a pull request is on. */
export const contentProjectFields: Fields<Issue | PullRequest> = {
  projectItems: (row, args: PageArgs & { includeArchived?: boolean | null }, context, info) =>
    connection(visibleItems(context, row, args.includeArchived ?? true), args, info, {
      order: byId(),
    }),
  projectsV2: (row, args: ProjectListArgs, context, info) =>
    connection(projectsWith(context, row), args, info, { order: byId() }),
  projectV2: (row, args: NumberArg, context) => numbered(projectsWith(context, row), args),
}

const visibleItems = (context: Context, row: Issue | PullRequest, includeArchived: boolean) =>
  itemsOf(context.store, row, includeArchived).filter((item) =>
    isVisible(context.store, context.viewer, item),
  )

const projectsWith = (context: Context, row: Issue | PullRequest): Project[] =>
  visibleItems(context, row, true).map(({ projectId }) => get(context.store, "projects", projectId))

function numbered(projects: readonly Project[], { number }: NumberArg): Project {
  const found = projects.find((one) => one.number === number)
  if (found) return found
  throw notFound(`Could not resolve to a ProjectV2 with the number ${number}.`)
}

/** Words of the title, and `is:open` or `is:closed`. */
function matching(query: string): (project: Project) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const unknown = words.find((word) => word.includes(":") && !/^is:(?:open|closed)$/.test(word))
  if (unknown) throw new NotModelled(`projectsV2(query: "${unknown}")`)
  return ({ title, closedAt }) =>
    words.every((word) => {
      if (word.startsWith("is:")) return (word === "is:closed") === (closedAt !== null)
      return title.toLowerCase().includes(word)
    })
}

const canUpdate = ({ store, viewer }: Context, project: Project): boolean =>
  viewer.scopes.has("project") && isInOwner(store, viewer, project)

export const projectFields: Fields<Project> = {
  ...identityFields,
  ...fullDatabaseId,
  ...addressFields,
  ...properties<Project>(
    "closedAt",
    "createdAt",
    "number",
    "shortDescription",
    "title",
    "updatedAt",
  ),
  ...constants({ readme: null, template: false }),
  repositories: emptyConnection,
  statusUpdates: emptyConnection,
  teams: emptyConnection,
  closed: ({ closedAt }) => closedAt !== null,
  creator: (project, _, { store }) => get(store, "accounts", project.ownerId),
  owner: (project, _, { store }) => get(store, "accounts", project.ownerId),
  public: ({ isPublic }) => isPublic,
  field: (project, args: { name: string }, { store }) =>
    projectFieldsOf(store, project).find(({ name }) => name === args.name) ?? null,
  fields: (project, args, { store }, info) =>
    connection(projectFieldsOf(store, project), args, info, { order: byId() }),
  items: (project, args: PageArgs & { query?: string | null }, { store }, info) => {
    if (args.query) throw new NotModelled("ProjectV2.items(query)")
    return connection(itemsOf(store, project, false), args, info, { order: byId() })
  },
  viewerCanClose: (project, _, context) => project.closedAt === null && canUpdate(context, project),
  viewerCanReopen: (project, _, context) =>
    project.closedAt !== null && canUpdate(context, project),
  viewerCanUpdate: (project, _, context) => canUpdate(context, project),
}

export const projectFieldFields: Fields<ProjectField> = {
  ...identityFields,
  ...properties<ProjectField>("createdAt", "dataType", "name"),
  isIssueField: () => false,
  project: (field, _, { store }) => get(store, "projects", field.projectId),
  updatedAt: (field) => field.createdAt,
}

/** Project fields without options or iterations. */
export const plainProjectFieldFields: Fields<ProjectField> = {
  ...projectFieldFields,
  issueField: () => null,
}

export const selectFieldFields: Fields<ProjectField> = {
  ...plainProjectFieldFields,
  options: (field, args: { names?: readonly string[] | null }) =>
    field.options
      .filter(({ name }) => !args.names || args.names.includes(name))
      .map((option) => ({
        ...option,
        nameHTML: option.name,
        color: "GRAY",
        description: "",
        descriptionHTML: "",
      })),
}

export const iterationFieldFields: Fields<ProjectField> = {
  ...projectFieldFields,
  configuration: ({ iterations }, _, { store }) => {
    const now = store.clock.position()
    const isOver = ({ startDate, duration }: ProjectIteration) =>
      Date.parse(startDate) + duration * DAY <= now
    const shown = (iteration: ProjectIteration) => ({ ...iteration, titleHTML: iteration.title })
    return {
      completedIterations: iterations.filter(isOver).map(shown),
      iterations: iterations.filter((one) => !isOver(one)).map(shown),
      duration: iterations[0]?.duration ?? 14,
      startDay: 1,
    }
  },
}

const DAY = 24 * 60 * 60 * 1000

export const projectItemFields: Fields<ProjectItem> = {
  ...identityFields,
  ...fullDatabaseId,
  ...properties<ProjectItem>("createdAt", "isArchived", "updatedAt"),
  content: (item, _, context) =>
    findVisible(context, item.subjectKind === "Issue" ? "issues" : "pullRequests", item.subjectId),
  creator: (item, _, { store }) => get(store, "accounts", item.creatorId),
  project: (item, _, { store }) => get(store, "projects", item.projectId),
  type: (item, _, context) => {
    const content = contentOf(context.store, item)
    const isSeen = content && isVisible(context.store, context.viewer, content)
    if (!isSeen) return "REDACTED"
    return item.subjectKind === "Issue" ? "ISSUE" : "PULL_REQUEST"
  },
  fieldValueByName: (item, args: { name: string }, { store }) => {
    const fields = projectFieldsOf(store, get(store, "projects", item.projectId))
    const field = fields.find(({ name }) => name === args.name)
    if (!field) return null
    return valueNode(item, field, contentOf(store, item)?.title ?? "")
  },
}

const valueFields = (...own: string[]): Fields<Record<string, unknown>> =>
  properties("id", "field", "item", "createdAt", "updatedAt", ...own)

/** Values of fields, by their type. */
export const projectValueFields: Record<string, Fields<Record<string, unknown>>> = {
  ProjectV2ItemFieldDateValue: valueFields("date"),
  ProjectV2ItemFieldIterationValue: valueFields(
    "iterationId",
    "title",
    "titleHTML",
    "startDate",
    "duration",
  ),
  ProjectV2ItemFieldNumberValue: valueFields("number"),
  ProjectV2ItemFieldSingleSelectValue: valueFields("name", "nameHTML", "optionId", "color"),
  ProjectV2ItemFieldTextValue: valueFields("text"),
}

function valueNode(item: ProjectItem, field: ProjectField, title: string) {
  const value = field.dataType === "TITLE" ? title : item.values.get(field.id)
  if (value === undefined) return null
  const node = {
    id: `PVTFV_${nodeId(item).slice("PVTI_".length)}_${field.id}`,
    field,
    item,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }
  switch (field.dataType) {
    case "NUMBER":
      return { ...node, kind: "ProjectV2ItemFieldNumberValue", number: value }
    case "DATE":
      return { ...node, kind: "ProjectV2ItemFieldDateValue", date: value }
    case "SINGLE_SELECT": {
      const name = field.options.find(({ id }) => id === value)?.name ?? null
      const option = { name, nameHTML: name, optionId: value, color: "GRAY" }
      return { ...node, kind: "ProjectV2ItemFieldSingleSelectValue", ...option }
    }
    case "ITERATION": {
      const found = field.iterations.find(({ id }) => id === value)
      const { title = "", startDate, duration } = found ?? {}
      const iteration = { iterationId: value, title, titleHTML: title, startDate, duration }
      return { ...node, kind: "ProjectV2ItemFieldIterationValue", ...iteration }
    }
    default:
      return { ...node, kind: "ProjectV2ItemFieldTextValue", text: value }
  }
}
