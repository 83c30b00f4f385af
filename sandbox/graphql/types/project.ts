import {
  isInOwner,
  isVisible,
  itemsOf,
  notFound,
  projectFieldsOf,
  projectsOf,
  viewsOf,
} from "../../state/index.js"
import type {
  Account,
  Issue,
  Project,
  ProjectField,
  ProjectIteration,
  ProjectStatusUpdate,
  ProjectView,
  PullRequest,
  Repository,
} from "../../tables/index.js"
import {
  byId,
  type Context,
  emptyConnection,
  type Fields,
  list,
  listById,
  NotModelled,
  type Order,
  type OrderArg,
  type OrderedArgs,
  orderOf,
  type PageArgs,
} from "../field/index.js"
import { itemFilter } from "./project-filter.js"
import { projectsWith, visibleItems } from "./project-item.js"
import { html } from "./written.js"

interface ProjectListArgs extends PageArgs {
  minPermissionLevel?: "READ" | "WRITE" | "ADMIN" | null
  orderBy?: OrderArg<"CREATED_AT" | "NUMBER" | "TITLE" | "UPDATED_AT"> | null
  query?: string | null
}

interface NumberArg {
  number: number
}

/** Projects by number, and those that match the arguments. */
const projectsFrom = <Owner>(
  rows: (owner: Owner, context: Context) => readonly Project[],
): Fields<Owner> => ({
  projectV2: (owner: Owner, args: NumberArg, context) => numbered(rows(owner, context), args),
  projectsV2: list(
    (owner: Owner, context, { minPermissionLevel, query }: ProjectListArgs) => {
      if (minPermissionLevel && minPermissionLevel !== "READ") {
        throw new NotModelled(`projectsV2(minPermissionLevel: ${minPermissionLevel})`)
      }
      return rows(owner, context).filter(matching(query ?? ""))
    },
    ({ orderBy }) => {
      const keys = {
        CREATED_AT: (one: Project) => [one.createdAt, one.id],
        NUMBER: (one: Project) => [one.number, one.id],
        TITLE: (one: Project) => [one.title.toLowerCase(), one.id],
        UPDATED_AT: (one: Project) => [one.updatedAt, one.id],
      }
      return { order: orderOf(orderBy, "NUMBER", keys, "DESC") }
    },
  ),
})

/** Projects of users and organizations. */
export const ownerProjectFields: Fields<Account> = projectsFrom((owner, { store }) =>
  projectsOf(store, owner),
)

/** Projects that a repository is linked to. */
export const repositoryProjectFields: Fields<Repository> = {
  ...projectsFrom<Repository>(({ id }, { store }) =>
    store.rowsBy("projects", "repository", id).filter((one) => isVisible(store, one)),
  ),
  recentProjects: emptyConnection,
}

/** Projects that an issue or a pull request is on. */
export const contentProjectFields: Fields<Issue | PullRequest> = {
  ...projectsFrom<Issue | PullRequest>((row, context) => projectsWith(context, row)),
  projectItems: listById((row, context, args: PageArgs & { includeArchived?: boolean | null }) =>
    visibleItems(context, row, args.includeArchived ?? true),
  ),
}

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
  viewer.scopes.has("project") && isInOwner(store, project)

type Ordered<Field extends string> = OrderedArgs<Field>

type RepositoryListArgs = Ordered<"CREATED_AT" | "NAME" | "PUSHED_AT" | "STARGAZERS" | "UPDATED_AT">

interface ItemListArgs extends Ordered<"POSITION"> {
  archivedStates?: readonly ("ARCHIVED" | "NOT_ARCHIVED")[] | null
  query?: string | null
}

const byTime = <Row extends { id: number; createdAt: string }>(
  direction: "ASC" | "DESC",
): Order<Row> => ({
  keys: (row) => [row.createdAt, row.id],
  descending: direction === "DESC",
})

/** Fields and views stay in the order in which they were added. */
const namedOrder = <Row extends { id: number; name: string }>({
  orderBy,
}: Ordered<"CREATED_AT" | "NAME" | "POSITION">): Order<Row> => ({
  keys: (row) => [orderBy?.field === "NAME" ? row.name.toLowerCase() : "", row.id],
  descending: orderBy?.direction === "DESC",
})

export const projectV2Fields: Fields<Project> = {
  teams: list((project, { store }) => project.teamIds.map((id) => store.get("teams", id))),
  closed: ({ closedAt }) => closedAt !== null,
  template: ({ isTemplate }) => isTemplate,
  repositories: list(
    ({ repositoryIds }, { store }) =>
      repositoryIds
        .map((id) => store.get("repositories", id))
        .filter((one) => isVisible(store, one)),
    (args: RepositoryListArgs) => {
      const { field = "CREATED_AT", direction = "DESC" } = args.orderBy ?? {}
      if (field !== "CREATED_AT") throw new NotModelled(`ProjectV2.repositories(orderBy: ${field})`)
      return { order: byTime(direction) }
    },
  ),
  statusUpdates: list(
    (project, { store }) => store.rowsBy("projectStatusUpdates", "project", project.id),
    (args: Ordered<"CREATED_AT">) => ({
      order: byTime(args.orderBy?.direction ?? "DESC"),
    }),
  ),
  view: (project, args: NumberArg, { store }) =>
    viewsOf(store, project).find(({ number }) => number === args.number) ?? null,
  views: list(
    (project, { store }) => viewsOf(store, project),
    (args: Ordered<"CREATED_AT" | "NAME" | "POSITION">) => ({ order: namedOrder(args) }),
  ),
  public: ({ isPublic }) => isPublic,
  field: (project, args: { name: string }, { store }) =>
    projectFieldsOf(store, project).find(({ name }) => name === args.name) ?? null,
  fields: list(
    (project, { store }) => projectFieldsOf(store, project),
    (args: Ordered<"CREATED_AT" | "NAME" | "POSITION">) => ({ order: namedOrder(args) }),
  ),
  items: list(
    (project, context, args: ItemListArgs) => {
      const states = args.archivedStates ?? ["NOT_ARCHIVED"]
      return itemsOf(context.store, project, true)
        .filter(({ isArchived }) => states.includes(isArchived ? "ARCHIVED" : "NOT_ARCHIVED"))
        .filter(itemFilter(context, project, args.query ?? ""))
    },
    (args) => ({ order: byId(args.orderBy?.direction === "DESC"), isCounted: true }),
  ),
  viewerCanClose: (project, _, context) => project.closedAt === null && canUpdate(context, project),
  viewerCanReopen: (project, _, context) =>
    project.closedAt !== null && canUpdate(context, project),
  viewerCanUpdate: (project, _, context) => canUpdate(context, project),
}

export const projectFieldFields: Fields<ProjectField> = {
  isIssueField: ({ issueFieldId }) => issueFieldId !== null,
  updatedAt: (field) => field.createdAt,
}

/** Project fields without options or iterations. */
export const projectV2FieldFields: Fields<ProjectField> = {
  ...projectFieldFields,
  issueField: ({ issueFieldId }, _, { store }) => store.find("issueFields", issueFieldId) ?? null,
}

export const projectV2SingleSelectFieldFields: Fields<ProjectField> = {
  ...projectV2FieldFields,
  options: (field, args: { names?: readonly string[] | null }) =>
    field.options
      .filter(({ name }) => !args.names || args.names.includes(name))
      .map((option) => ({
        ...option,
        nameHTML: option.name,
        descriptionHTML: option.description,
      })),
}

export const projectV2IterationFieldFields: Fields<ProjectField> = {
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

export const projectV2StatusUpdateFields: Fields<ProjectStatusUpdate> = {
  bodyHTML: ({ body }) => body && html(body),
}

/** In the sandbox, views are neither grouped nor sorted. */
export const projectV2ViewFields: Fields<ProjectView> = {
  fields: list((view, { store }) => fieldsIn(store, view)),
  configuration: (view) => ({ view }),
  groupByFields: emptyConnection,
  sortByFields: emptyConnection,
  verticalGroupByFields: emptyConnection,
}

export const projectV2ViewConfigurationFields: Fields<{ view: ProjectView }> = {
  visibleFields: list(({ view }, { store }) => fieldsIn(store, view)),
}

const fieldsIn = (store: Context["store"], { fieldIds }: ProjectView): ProjectField[] =>
  fieldIds.map((id) => store.get("projectFields", id))
