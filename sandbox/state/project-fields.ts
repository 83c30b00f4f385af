import {
  type IssueField,
  type PlanningColor,
  type Project,
  type ProjectField,
  type ProjectView,
  type Store,
  sameName,
  withoutEntry,
} from "../tables/index.js"
import { unprocessable } from "./errors.js"
import { authorizeProject, isDate, touchProject } from "./projects.js"
import type { Session } from "./session.js"

export const projectFieldsOf = (store: Store, project: Project): ProjectField[] =>
  store.rowsBy("projectFields", "project", project.id)

export interface FieldText {
  readonly name: string
  readonly dataType: ProjectField["dataType"]
  readonly options?: readonly {
    readonly name: string
    readonly color?: PlanningColor
    readonly description?: string | null
  }[]
  readonly iterations?: readonly {
    readonly title: string
    readonly startDate: string
    readonly duration: number
  }[]
}

const KINDS = {
  TITLE: "ProjectV2Field",
  TEXT: "ProjectV2Field",
  NUMBER: "ProjectV2Field",
  DATE: "ProjectV2Field",
  SINGLE_SELECT: "ProjectV2SingleSelectField",
  ITERATION: "ProjectV2IterationField",
} as const

export function createField(store: Session, project: Project, text: FieldText): ProjectField {
  authorizeProject(store, project)
  if (text.name.trim() === "") throw unprocessable("Name can't be blank")
  if (projectFieldsOf(store, project).some(({ name }) => sameName(name, text.name))) {
    throw unprocessable("Name has already been taken")
  }
  if (text.dataType === "SINGLE_SELECT" && !text.options?.length) {
    throw unprocessable("Single select options can't be blank")
  }
  if (text.dataType !== "SINGLE_SELECT" && text.options?.length) {
    throw unprocessable("Only single select fields have options")
  }
  touchProject(store, project)
  return store.recordApplied("createProjectV2Field", insertField(store, project, text))
}

/** Shows the values that the issues of a project have in a field of the organization. */
export function createIssueField(
  store: Session,
  project: Project,
  field: IssueField,
  dataType: FieldText["dataType"],
): ProjectField {
  authorizeProject(store, project)
  touchProject(store, project)
  const shown = insertField(store, project, { ...field, dataType }, field.id)
  return store.recordApplied("createProjectV2IssueField", shown)
}

export const insertField = (
  store: Store,
  project: Project,
  { name, dataType, options = [], iterations = [] }: FieldText,
  issueFieldId: number | null = null,
): ProjectField =>
  store.insert("projectFields", {
    kind: KINDS[dataType],
    projectId: project.id,
    name,
    dataType,
    options: options.map((one) => ({
      id: choiceId(store),
      name: one.name,
      color: one.color ?? "GRAY",
      description: one.description ?? "",
    })),
    iterations: iterations.map((one) => ({ id: choiceId(store), ...one })),
    issueFieldId,
  })

/** On GitHub, ids of options and iterations have eight hexadecimal digits. */
const choiceId = (store: Store): string =>
  store.nextId("projectChoices").toString(16).padStart(8, "0")

export const TITLE: FieldText = { name: "Title", dataType: "TITLE" }

/** The default of a new project on GitHub. */
export const STATUS: FieldText = {
  name: "Status",
  dataType: "SINGLE_SELECT",
  options: [{ name: "Todo" }, { name: "In Progress" }, { name: "Done" }],
}

/** Deletes a field with its values, and hides it in all views. */
export function deleteField(store: Session, project: Project, field: ProjectField): void {
  authorizeProject(store, project)
  if (field.dataType === "TITLE") throw unprocessable("The field Title cannot be deleted")
  for (const item of store.rowsBy("projectItems", "project", project.id)) {
    store.update(item, { values: withoutEntry(item.values, field.id) })
  }
  for (const view of viewsOf(store, project)) {
    store.update(view, { fieldIds: view.fieldIds.filter((id) => id !== field.id) })
  }
  store.remove(field)
  touchProject(store, project)
  store.recordApplied("deleteProjectV2Field", field)
}

/** @throws Refusal for a value of the wrong type, or an option that the field lacks */
export function checkProjectValue(field: ProjectField, value: string | number): void {
  const { dataType, options, iterations, name } = field
  const fits = {
    TITLE: false,
    TEXT: typeof value === "string",
    NUMBER: typeof value === "number",
    DATE: isDate(value),
    SINGLE_SELECT: options.some(({ id }) => id === value),
    ITERATION: iterations.some(({ id }) => id === value),
  }
  if (!fits[dataType]) throw unprocessable(`The value does not fit the field ${name}`)
}

export const viewsOf = (store: Store, project: Project): ProjectView[] =>
  store.rowsBy("projectViews", "project", project.id)

export interface ViewText {
  readonly name: string
  readonly layout: ProjectView["layout"]
  readonly filter: string | null
  readonly fieldIds: readonly number[]
}

export function createView(store: Session, project: Project, text: ViewText): ProjectView {
  authorizeProject(store, project)
  checkView(store, project, text)
  touchProject(store, project)
  return store.recordApplied("createProjectV2View", insertView(store, project, text))
}

export const insertView = (store: Store, project: Project, text: ViewText): ProjectView =>
  store.insert("projectViews", {
    projectId: project.id,
    number: store.nextId(`views of project ${project.id}`),
    ...text,
  })

/** The view of a new project, which shows all of its fields. */
export const firstView = (store: Store, project: Project): ViewText => ({
  name: "View 1",
  layout: "TABLE_LAYOUT",
  filter: null,
  fieldIds: projectFieldsOf(store, project).map(({ id }) => id),
})

export function updateView(
  store: Session,
  project: Project,
  view: ProjectView,
  change: Partial<ViewText>,
): ProjectView {
  authorizeProject(store, project)
  checkView(store, project, change)
  const isSame = (name: string, value: unknown) =>
    JSON.stringify(Reflect.get(view, name)) === JSON.stringify(value)
  if (Object.entries(change).some(([name, value]) => !isSame(name, value))) {
    store.update(view, { ...change, updatedAt: touchProject(store, project) })
  }
  return store.recordApplied("updateProjectV2View", view)
}

function checkView(store: Store, project: Project, { name, fieldIds = [] }: Partial<ViewText>) {
  if (name?.trim() === "") throw unprocessable("Name can't be blank")
  const own = new Set(projectFieldsOf(store, project).map(({ id }) => id))
  if (fieldIds.some((id) => !own.has(id))) {
    throw unprocessable("The field does not exist in the project")
  }
}

export function deleteView(store: Session, project: Project, view: ProjectView): void {
  authorizeProject(store, project)
  if (viewsOf(store, project).length === 1) {
    throw unprocessable("The last view of a project cannot be deleted")
  }
  store.remove(view)
  touchProject(store, project)
  store.recordApplied("deleteProjectV2View", view)
}
