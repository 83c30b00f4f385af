import {
  addProjectItem,
  copyProject,
  createDraft,
  createField,
  createProject,
  createStatusUpdate,
  createView,
  deleteField,
  deleteProject,
  deleteProjectItem,
  deleteView,
  firstView,
  linkProject,
  linkTeam,
  setItemArchived,
  setProjectValue,
  setTemplate,
  updateDraft,
  updateProject,
  updateView,
  type ViewText,
} from "../../state/index.js"
import {
  get,
  type ProjectField,
  type ProjectStatusUpdate,
  type ProjectView,
} from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { mutations, node, users } from "./mutation.js"

interface ItemInput {
  projectId: string
  itemId: string
}

interface FieldInput extends ItemInput {
  fieldId: string
}

interface ValueInput extends FieldInput {
  value: {
    text?: string | null
    number?: number | null
    date?: string | null
    singleSelectOptionId?: string | null
    iterationId?: string | null
    multiSelectOptionIds?: readonly string[] | null
  }
}

const itemIn = (context: Context, { projectId, itemId }: ItemInput) => {
  const project = node(context, projectId, "ProjectV2")
  const item = node(context, itemId, "ProjectV2Item")
  // GitHub's refusal of an item of another project is not recorded.
  if (item.projectId !== project.id) throw new NotModelled("an item of another project")
  return item
}

const fieldIn = (context: Context, { fieldId }: Pick<FieldInput, "fieldId">) =>
  node(context, fieldId, "ProjectV2Field", "ProjectV2IterationField", "ProjectV2SingleSelectField")

interface ProjectInput {
  projectId: string
}

const projectIn = (context: Context, { projectId }: ProjectInput) =>
  node(context, projectId, "ProjectV2")

const projectOf = ({ store }: Context, { projectId }: { projectId: number }) =>
  get(store, "projects", projectId)

interface ChangeInput extends ProjectInput {
  title?: string | null
  shortDescription?: string | null
  readme?: string | null
  public?: boolean | null
  closed?: boolean | null
}

interface LinkInput extends ProjectInput {
  repositoryId: string
}

function link(input: LinkInput, context: Context, isLinked: boolean) {
  const repository = node(context, input.repositoryId, "Repository")
  linkProject(context.store, projectIn(context, input), repository, isLinked)
  return { repository }
}

interface TeamInput extends ProjectInput {
  teamId: string
}

function linkToTeam(input: TeamInput, context: Context, isLinked: boolean) {
  const team = node(context, input.teamId, "Team")
  linkTeam(context.store, projectIn(context, input), team, isLinked)
  return { team }
}

interface DraftInput {
  title?: string | null
  body?: string | null
  assigneeIds?: readonly string[] | null
}

/** An absent or null value leaves the field unchanged. */
const draftChange = (context: Context, { title, body, assigneeIds }: DraftInput) => ({
  ...(typeof title === "string" && { title }),
  ...(typeof body === "string" && { body }),
  ...(assigneeIds && { assigneeIds: users(context, assigneeIds).map(({ id }) => id) }),
})

interface NewFieldInput extends ProjectInput {
  name: string
  dataType: ProjectField["dataType"] | "MULTI_SELECT"
  singleSelectOptions?:
    | readonly {
        name: string
        color: ProjectField["options"][number]["color"]
        description: string
      }[]
    | null
  iterationConfiguration?: {
    iterations: readonly { title: string; startDate: string; duration: number }[]
  } | null
}

interface ViewInput {
  name?: string | null
  layout?: ProjectView["layout"] | null
  filter?: string | null
  configuration?: { visibleFieldIds?: readonly string[] | null } | null
}

function viewChange(
  context: Context,
  { name, layout, filter, configuration }: ViewInput,
): Partial<ViewText> {
  const shown = configuration?.visibleFieldIds?.map((fieldId) => fieldIn(context, { fieldId }).id)
  return {
    ...(typeof name === "string" && { name }),
    ...(layout && { layout }),
    ...(typeof filter === "string" && { filter }),
    ...(shown && { fieldIds: shown }),
  }
}

export const projectMutations = mutations({
  addProjectV2ItemById(input: { projectId: string; contentId: string }, context: Context) {
    const project = node(context, input.projectId, "ProjectV2")
    const content = node(context, input.contentId, "Issue", "PullRequest")
    return { item: addProjectItem(context.store, project, content) }
  },

  updateProjectV2ItemFieldValue(input: ValueInput, context: Context) {
    const { text, number, date, singleSelectOptionId, iterationId, multiSelectOptionIds } =
      input.value
    if (multiSelectOptionIds) throw new NotModelled("fields with several options")
    const value = text ?? number ?? date ?? singleSelectOptionId ?? iterationId ?? undefined
    if (value === undefined) throw new NotModelled("a field value without a value")
    const item = itemIn(context, input)
    const field = fieldIn(context, input)
    return { projectV2Item: setProjectValue(context.store, item, field, value) }
  },

  clearProjectV2ItemFieldValue(input: FieldInput, context: Context) {
    const item = itemIn(context, input)
    const field = fieldIn(context, input)
    return { projectV2Item: setProjectValue(context.store, item, field, undefined) }
  },

  deleteProjectV2Item(input: ItemInput, context: Context) {
    deleteProjectItem(context.store, itemIn(context, input))
    return { deletedItemId: input.itemId }
  },

  archiveProjectV2Item: (input: ItemInput, context: Context) => ({
    item: setItemArchived(context.store, itemIn(context, input), true),
  }),

  unarchiveProjectV2Item: (input: ItemInput, context: Context) => ({
    item: setItemArchived(context.store, itemIn(context, input), false),
  }),

  addProjectV2DraftIssue(input: ProjectInput & DraftInput & { title: string }, context: Context) {
    const text = { body: "", assigneeIds: [], ...draftChange(context, input), title: input.title }
    return { projectItem: createDraft(context.store, projectIn(context, input), text) }
  },

  updateProjectV2DraftIssue(input: DraftInput & { draftIssueId: string }, context: Context) {
    const draft = node(context, input.draftIssueId, "DraftIssue")
    return { draftIssue: updateDraft(context.store, draft, draftChange(context, input)) }
  },

  createProjectV2(
    input: { ownerId: string; title: string; repositoryId?: string | null; teamId?: string | null },
    context: Context,
  ) {
    if (input.teamId) throw new NotModelled("createProjectV2(teamId)")
    const owner = node(context, input.ownerId, "User", "Organization")
    const repository = input.repositoryId
      ? node(context, input.repositoryId, "Repository")
      : undefined
    return { projectV2: createProject(context.store, owner, input.title, repository) }
  },

  updateProjectV2(input: ChangeInput, context: Context) {
    const { title, shortDescription, readme, closed } = input
    const change = {
      ...(typeof title === "string" && { title }),
      ...(typeof shortDescription === "string" && { shortDescription }),
      ...(typeof readme === "string" && { readme }),
      ...(typeof input.public === "boolean" && { isPublic: input.public }),
      ...(typeof closed === "boolean" && { isClosed: closed }),
    }
    return { projectV2: updateProject(context.store, projectIn(context, input), change) }
  },

  deleteProjectV2(input: ProjectInput, context: Context) {
    const project = projectIn(context, input)
    const owner = get(context.store, "accounts", project.ownerId)
    deleteProject(context.store, project)
    return { projectV2: project, projectV2Owner: owner }
  },

  copyProjectV2(
    input: ProjectInput & { ownerId: string; title: string; includeDraftIssues?: boolean | null },
    context: Context,
  ) {
    const owner = node(context, input.ownerId, "User", "Organization")
    const source = projectIn(context, input)
    const hasDrafts = input.includeDraftIssues ?? false
    return { projectV2: copyProject(context.store, source, owner, input.title, hasDrafts) }
  },

  markProjectV2AsTemplate: (input: ProjectInput, context: Context) => ({
    projectV2: setTemplate(context.store, projectIn(context, input), true),
  }),

  unmarkProjectV2AsTemplate: (input: ProjectInput, context: Context) => ({
    projectV2: setTemplate(context.store, projectIn(context, input), false),
  }),

  linkProjectV2ToRepository: (input: LinkInput, context: Context) => link(input, context, true),

  unlinkProjectV2FromRepository: (input: LinkInput, context: Context) =>
    link(input, context, false),

  linkProjectV2ToTeam: (input: TeamInput, context: Context) => linkToTeam(input, context, true),

  unlinkProjectV2FromTeam: (input: TeamInput, context: Context) =>
    linkToTeam(input, context, false),

  createProjectV2StatusUpdate(
    input: ProjectInput &
      Partial<Pick<ProjectStatusUpdate, "status" | "body" | "startDate" | "targetDate">>,
    context: Context,
  ) {
    const { status = null, body = null, startDate = null, targetDate = null } = input
    const text = { status, body, startDate, targetDate }
    return { statusUpdate: createStatusUpdate(context.store, projectIn(context, input), text) }
  },

  createProjectV2Field(input: NewFieldInput, context: Context) {
    const { name, dataType, singleSelectOptions, iterationConfiguration } = input
    if (dataType === "MULTI_SELECT") throw new NotModelled("fields with several options")
    // On GitHub, such a field begins with three iterations.
    if (dataType === "ITERATION" && !iterationConfiguration) {
      throw new NotModelled("an iteration field without iterationConfiguration")
    }
    const text = {
      ...{ name, dataType },
      ...(singleSelectOptions && { options: singleSelectOptions }),
      ...(iterationConfiguration && { iterations: iterationConfiguration.iterations }),
    }
    return { projectV2Field: createField(context.store, projectIn(context, input), text) }
  },

  deleteProjectV2Field(input: { fieldId: string }, context: Context) {
    const field = fieldIn(context, input)
    deleteField(context.store, projectOf(context, field), field)
    return { projectV2Field: field }
  },

  createProjectV2View(input: ProjectInput & ViewInput & ViewText, context: Context) {
    const project = projectIn(context, input)
    const { name, layout } = input
    const all = firstView(context.store, project).fieldIds
    const text = { name, layout, filter: null, fieldIds: all, ...viewChange(context, input) }
    return { projectV2View: createView(context.store, project, text) }
  },

  updateProjectV2View(input: ViewInput & { viewId: string }, context: Context) {
    const view = node(context, input.viewId, "ProjectV2View")
    const change = viewChange(context, input)
    return { projectV2View: updateView(context.store, projectOf(context, view), view, change) }
  },

  deleteProjectV2View(input: { viewId: string }, context: Context) {
    const view = node(context, input.viewId, "ProjectV2View")
    deleteView(context.store, projectOf(context, view), view)
    return { projectV2View: view }
  },
})
