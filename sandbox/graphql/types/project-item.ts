import {
  contentTable,
  findVisible,
  isVisible,
  itemsOf,
  projectFieldsOf,
} from "../../state/index.js"
import {
  type DraftIssue,
  type Issue,
  nodeId,
  type Project,
  type ProjectField,
  type ProjectItem,
  type PullRequest,
} from "../../tables/index.js"
import {
  type Context,
  type Fields,
  list,
  listById,
  type OrderedArgs,
  properties,
} from "../field/index.js"
import { issueFieldValue } from "./planning.js"
import { visibleContent } from "./project-filter.js"
import { html, plainText } from "./written.js"

export const visibleItems = (
  context: Context,
  row: Issue | PullRequest | DraftIssue,
  includeArchived: boolean,
) => itemsOf(context.store, row, includeArchived).filter((item) => isVisible(context.store, item))

export const projectsWith = (context: Context, row: Issue | PullRequest | DraftIssue): Project[] =>
  visibleItems(context, row, true).map(({ projectId }) => context.store.get("projects", projectId))

const fieldsFor = ({ store }: Context, { projectId }: ProjectItem): ProjectField[] =>
  projectFieldsOf(store, store.get("projects", projectId))

export const projectV2ItemFields: Fields<ProjectItem> = {
  content: (item, _, { store }) => findVisible(store, contentTable(item), item.subjectId),
  type: (item, _, context) =>
    visibleContent(context, item) ? TYPES[item.subjectKind] : "REDACTED",
  fieldValues: list((item, context, { orderBy }: OrderedArgs<"POSITION">) => {
    const title = visibleContent(context, item)?.title ?? ""
    const values = fieldsFor(context, item).flatMap(
      (field) => nodeOf(item, field, title, context) ?? [],
    )
    return orderBy?.direction === "DESC" ? values.reverse() : values
  }),
  fieldValueByName: (item, args: { name: string }, context) => {
    const field = fieldsFor(context, item).find(({ name }) => name === args.name)
    if (!field) return null
    return nodeOf(item, field, visibleContent(context, item)?.title ?? "", context)
  },
}

const TYPES = { Issue: "ISSUE", PullRequest: "PULL_REQUEST", DraftIssue: "DRAFT_ISSUE" } as const

export const draftIssueFields: Fields<DraftIssue> = {
  bodyHTML: ({ body }) => html(body),
  bodyText: ({ body }) => plainText(body),
  assignees: list((draft, { store }) => draft.assigneeIds.map((id) => store.get("accounts", id))),
  projectV2Items: listById((draft, context) => visibleItems(context, draft, true)),
  projectsV2: listById((draft, context) => projectsWith(context, draft)),
}

const valueFields = (...own: string[]): Fields<Record<string, unknown>> =>
  properties("id", "field", "item", "createdAt", "updatedAt", ...own)

/** Values of fields, by their type. */
export const projectValueTypes: Record<string, Fields<Record<string, unknown>>> = {
  ProjectV2ItemFieldDateValue: valueFields("date"),
  ProjectV2ItemFieldIterationValue: valueFields(
    "iterationId",
    "title",
    "titleHTML",
    "startDate",
    "duration",
  ),
  ProjectV2ItemFieldNumberValue: valueFields("number"),
  ProjectV2ItemFieldSingleSelectValue: valueFields(
    "name",
    "nameHTML",
    "optionId",
    "color",
    "description",
    "descriptionHTML",
  ),
  ProjectV2ItemFieldTextValue: valueFields("text"),
  ProjectV2ItemIssueFieldValue: properties("field", "issueFieldValue"),
}

/** Drafts and pull requests have no fields of the organization. */
function nodeOf(item: ProjectItem, field: ProjectField, title: string, context: Context) {
  if (field.issueFieldId === null) return valueNode(item, field, title)
  const content = visibleContent(context, item)
  const value = content?.kind === "Issue" && issueFieldValue(context, content, field.issueFieldId)
  return value ? { kind: "ProjectV2ItemIssueFieldValue", field, issueFieldValue: value } : null
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
      const {
        name = null,
        color = "GRAY",
        description = "",
      } = field.options.find(({ id }) => id === value) ?? {}
      const texts = { description, descriptionHTML: description }
      const option = { name, nameHTML: name, optionId: value, color, ...texts }
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
