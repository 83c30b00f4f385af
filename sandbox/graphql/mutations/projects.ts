import {
  addProjectItem,
  copyProject,
  createDraft,
  createField,
  createIssueField,
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
  type Session,
  setItemArchived,
  setProjectValue,
  setTemplate,
  updateDraft,
  updateProject,
  updateView,
  type ViewText,
} from "../../state/index.js"
import {
  ISSUE_FIELD_TYPES,
  nodeId,
  type Project,
  type ProjectField,
  type ProjectItem,
  type ProjectStatusUpdate,
  type ProjectView,
} from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { ISSUE_FIELDS } from "../types/index.js"
import { change, type Given, mutations, node, nodeIf, ofRow, stated, users } from "./mutation.js"

const PROJECT = { project: "ProjectV2" } as const
const FIELD = {
  field: ["ProjectV2Field", "ProjectV2IterationField", "ProjectV2SingleSelectField"],
} as const
const VIEW = { view: "ProjectV2View" } as const
const WITH_REPOSITORY = { project: "ProjectV2", repository: "Repository" } as const
const WITH_TEAM = { project: "ProjectV2", team: "Team" } as const
const WITH_OWNER = { project: "ProjectV2", owner: ["User", "Organization"] } as const

/** A change of an item, which the input names together with its project. */
const itemChange = (run: (store: Session, item: ProjectItem) => unknown) =>
  change({ ...PROJECT, item: "ProjectV2Item" }, (store, { project, item }) =>
    run(store, itemOf(project, item)),
  )

/** A change of the value that an item has in a field. */
const valueChange = <Input>(valueIn: (input: Input) => string | number | undefined) =>
  change(
    { ...PROJECT, item: "ProjectV2Item", ...FIELD },
    (store, { project, item, field }, input: Input & object) =>
      setProjectValue(store, itemOf(project, item), field, valueIn(input)),
  )

function itemOf(project: Project, item: ProjectItem): ProjectItem {
  // GitHub's refusal of an item of another project is not recorded.
  if (item.projectId !== project.id) throw new NotModelled("an item of another project")
  return item
}

interface ValueInput {
  value: Given<"text" | "date" | "singleSelectOptionId" | "iterationId"> &
    Given<"number", number> &
    Given<"multiSelectOptionIds", readonly string[]>
}

const projectOf = (store: Session, { projectId }: { projectId: number }) =>
  store.get("projects", projectId)

interface DraftInput extends Given<"title" | "body"> {
  assigneeIds?: readonly string[] | null
}

/** An absent or null value leaves the field unchanged. */
const draftChange = (context: Context, { title, body, assigneeIds }: DraftInput) => ({
  ...stated({ title, body }),
  ...(assigneeIds && { assigneeIds: users(context, assigneeIds).map(({ id }) => id) }),
})

interface NewFieldInput {
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

interface ViewInput extends Given<"name" | "filter"> {
  layout?: ProjectView["layout"] | null
  configuration?: { visibleFieldIds?: readonly string[] | null } | null
}

function viewChange(
  context: Context,
  { name, layout, filter, configuration }: ViewInput,
): Partial<ViewText> {
  const shown = configuration?.visibleFieldIds?.map((id) => node(context, id, ...FIELD.field).id)
  return stated({ name, layout, filter, fieldIds: shown })
}

export const projectMutations = mutations({
  ...ofRow(PROJECT, { markProjectV2AsTemplate: setTemplate }, true),
  ...ofRow(PROJECT, { unmarkProjectV2AsTemplate: setTemplate }, false),

  addProjectV2ItemById: change(
    { ...PROJECT, content: ["Issue", "PullRequest"] },
    (store, { project, content }) => ({ item: addProjectItem(store, project, content) }),
  ),

  updateProjectV2ItemFieldValue: valueChange(({ value: given }: ValueInput) => {
    const { text, number, date, singleSelectOptionId, iterationId, multiSelectOptionIds } = given
    if (multiSelectOptionIds) throw new NotModelled("fields with several options")
    const value = text ?? number ?? date ?? singleSelectOptionId ?? iterationId ?? undefined
    if (value === undefined) throw new NotModelled("a field value without a value")
    return value
  }),

  clearProjectV2ItemFieldValue: valueChange(() => undefined),

  deleteProjectV2Item: itemChange((store, item) => {
    deleteProjectItem(store, item)
    return { deletedItemId: nodeId(item) }
  }),

  archiveProjectV2Item: itemChange((store, item) => setItemArchived(store, item, true)),

  unarchiveProjectV2Item: itemChange((store, item) => setItemArchived(store, item, false)),

  addProjectV2DraftIssue: change(
    PROJECT,
    (store, { project }, input: DraftInput & { title: string }, context) => {
      const text = { body: "", assigneeIds: [], ...draftChange(context, input), title: input.title }
      return { projectItem: createDraft(store, project, text) }
    },
  ),

  updateProjectV2DraftIssue: change(
    { draftIssue: "DraftIssue" },
    (store, { draftIssue }, input: DraftInput, context) =>
      updateDraft(store, draftIssue, draftChange(context, input)),
  ),

  createProjectV2: change(
    { owner: ["User", "Organization"] },
    (store, { owner }, input: { title: string } & Given<"repositoryId" | "teamId">, context) => {
      if (input.teamId) throw new NotModelled("createProjectV2(teamId)")
      const repository = nodeIf(context, input.repositoryId, "Repository")
      return { projectV2: createProject(store, owner, input.title, repository) }
    },
  ),

  updateProjectV2: change(PROJECT, (store, { project }, input: ProjectChange) => {
    const { title, shortDescription, readme, public: isPublic, closed } = input
    const change = stated({ title, shortDescription, readme, isPublic, isClosed: closed })
    return updateProject(store, project, change)
  }),

  deleteProjectV2: change(PROJECT, (store, { project }) => {
    const projectV2Owner = store.get("accounts", project.ownerId)
    deleteProject(store, project)
    return { projectV2: project, projectV2Owner }
  }),

  copyProjectV2: change(
    WITH_OWNER,
    (
      store,
      { project, owner },
      input: { title: string } & Given<"includeDraftIssues", boolean>,
    ) => {
      const hasDrafts = input.includeDraftIssues ?? false
      return copyProject(store, project, owner, input.title, hasDrafts)
    },
  ),

  linkProjectV2ToRepository: change(WITH_REPOSITORY, (store, { project, repository }) =>
    linkProject(store, project, repository, true),
  ),

  unlinkProjectV2FromRepository: change(WITH_REPOSITORY, (store, { project, repository }) =>
    linkProject(store, project, repository, false),
  ),

  linkProjectV2ToTeam: change(WITH_TEAM, (store, { project, team }) =>
    linkTeam(store, project, team, true),
  ),

  unlinkProjectV2FromTeam: change(WITH_TEAM, (store, { project, team }) =>
    linkTeam(store, project, team, false),
  ),

  createProjectV2StatusUpdate: change(
    PROJECT,
    (
      store,
      { project },
      input: Partial<Pick<ProjectStatusUpdate, "status" | "body" | "startDate" | "targetDate">>,
    ) => {
      const { status = null, body = null, startDate = null, targetDate = null } = input
      const text = { status, body, startDate, targetDate }
      return { statusUpdate: createStatusUpdate(store, project, text) }
    },
  ),

  createProjectV2Field: change(PROJECT, (store, { project }, input: NewFieldInput) => {
    const { name, dataType, singleSelectOptions, iterationConfiguration } = input
    if (dataType === "MULTI_SELECT") throw new NotModelled("fields with several options")
    // On GitHub, such a field begins with three iterations.
    if (dataType === "ITERATION" && !iterationConfiguration) {
      throw new NotModelled("an iteration field without iterationConfiguration")
    }
    const projectV2Field = createField(store, project, {
      ...{ name, dataType },
      ...(singleSelectOptions && { options: singleSelectOptions }),
      ...(iterationConfiguration && { iterations: iterationConfiguration.iterations }),
    })
    return { projectV2Field }
  }),

  createProjectV2IssueField: change(
    { ...PROJECT, issueField: ISSUE_FIELDS },
    (store, { project, issueField }) => {
      const dataType = ISSUE_FIELD_TYPES[issueField.kind]
      if (dataType === "MULTI_SELECT") throw new NotModelled("fields with several options")
      return { projectV2Field: createIssueField(store, project, issueField, dataType) }
    },
  ),

  deleteProjectV2Field: change(FIELD, (store, { field }) => {
    deleteField(store, projectOf(store, field), field)
    return { projectV2Field: field }
  }),

  createProjectV2View: change(
    PROJECT,
    (store, { project }, input: ViewInput & ViewText, context) => {
      const { name, layout } = input
      const all = firstView(store, project).fieldIds
      const text = { name, layout, filter: null, fieldIds: all, ...viewChange(context, input) }
      return { projectV2View: createView(store, project, text) }
    },
  ),

  updateProjectV2View: change(VIEW, (store, { view }, input: ViewInput, context) =>
    updateView(store, projectOf(store, view), view, viewChange(context, input)),
  ),

  deleteProjectV2View: change(VIEW, (store, { view }) => {
    deleteView(store, projectOf(store, view), view)
    return { projectV2View: view }
  }),
})

type ProjectChange = Given<"title" | "shortDescription" | "readme"> &
  Given<"public" | "closed", boolean>
