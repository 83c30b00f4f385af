import { issueFieldsOf, issueTypesOf, refNode } from "../../state/index.js"
import {
  ISSUE_FIELD_TYPES,
  type Issue,
  type IssueField,
  type IssueFieldKind,
  type IssueFieldOption,
  type IssueFieldValue,
  type IssueType,
  type LinkedBranch,
  nodeId,
  type Repository,
} from "../../tables/index.js"
import {
  type Context,
  type Fields,
  list,
  listById,
  NotModelled,
  type OrderedArgs,
  properties,
} from "../field/index.js"
import { nameOrder } from "./lists.js"

/** Fields that an organization adds to the issues of its repositories. */
export const repositoryPlanningFields: Fields<Repository> = {
  issueTypes: list(
    (repo, { store }) => issueTypesOf(store, repo),
    (args: OrderedArgs) => ({ order: nameOrder(args.orderBy) }),
  ),
  issueType: (repo, args: { name: string }, { store }) =>
    issueTypesOf(store, repo).find(({ name }) => name === args.name) ?? null,
  issueFields: list(
    (repo, { store }) => issueFieldsOf(store, repo),
    (args: OrderedArgs) => ({ order: nameOrder(args.orderBy) }),
  ),
}

export const issuePlanningFields: Fields<Issue> = {
  issueType: (issue, _, { store }) => store.find("issueTypes", issue.typeId) ?? null,
  issueFieldValues: list((issue, context) =>
    [...issue.fieldValues.keys()].map((fieldId) => issueFieldValue(context, issue, fieldId)),
  ),
  linkedBranches: listById((issue, { store }) => store.rowsBy("linkedBranches", "issue", issue.id)),
}

export const issueTypeFields: Fields<IssueType> = {
  isPrivate: () => false,
  issues: () => {
    throw new NotModelled("IssueType.issues")
  },
  pinnedFields: () => null,
}

export const ISSUE_FIELDS = Object.keys(ISSUE_FIELD_TYPES) as readonly IssueFieldKind[]

const issueFieldFields: Fields<IssueField> = {
  dataType: ({ kind }) => ISSUE_FIELD_TYPES[kind],
  visibility: () => "ALL",
}

/** Issue fields whose values are options. */
const choiceFieldFields: Fields<IssueField> = {
  ...issueFieldFields,
  options: (field) => field.options.map((option) => optionNode(field, option)),
}

export const issueFieldTypes: Record<IssueFieldKind, Fields<IssueField>> = {
  IssueFieldDate: issueFieldFields,
  IssueFieldMultiSelect: choiceFieldFields,
  IssueFieldNumber: issueFieldFields,
  IssueFieldSingleSelect: choiceFieldFields,
  IssueFieldText: issueFieldFields,
}

const optionId = (field: IssueField, { id }: IssueFieldOption): string =>
  `${nodeId(field).replace(/^[A-Z]+/, "IFO")}_${id}`

const optionNode = (field: IssueField, option: IssueFieldOption) => ({
  ...option,
  id: optionId(field, option),
  databaseId: option.id,
  fullDatabaseId: String(option.id),
  priority: field.options.indexOf(option) + 1,
})

/** The option of a field with this node id; zero, which no option has, if there is none. */
export const optionOf = (field: IssueField, id: string): number =>
  field.options.find((option) => optionId(field, option) === id)?.id ?? 0

/** The value that an issue has in a field; null without one. */
export function issueFieldValue({ store }: Context, issue: Issue, fieldId: number) {
  const value = issue.fieldValues.get(fieldId)
  return value === undefined ? null : valueNode(issue, store.get("issueFields", fieldId), value)
}

function valueNode(issue: Issue, field: IssueField, value: IssueFieldValue) {
  const id = `${nodeId(field).replace(/^[A-Z]+/, "IFV")}_${issue.id}`
  const node = { kind: `${field.kind}Value`, id, field }
  if (!Array.isArray(value)) return { ...node, value }
  const chosen = field.options.filter((option) => value.includes(option.id))
  const [only] = chosen
  const names = chosen.map(({ name }) => name).join(", ")
  if (field.kind === "IssueFieldMultiSelect" || !only) {
    return { ...node, value: names, options: chosen.map((option) => optionNode(field, option)) }
  }
  const { name, color, description } = only
  return { ...node, value: name, name, color, description, optionId: String(only.id) }
}

const valueFields = (...own: string[]) =>
  properties<Record<string, unknown>>("id", "field", "value", ...own)

/** The members of `IssueFieldValue`. */
export const fieldValueTypes: Record<string, Fields<Record<string, unknown>>> = {
  IssueFieldDateValue: valueFields(),
  IssueFieldMultiSelectValue: valueFields("options"),
  IssueFieldNumberValue: valueFields(),
  IssueFieldSingleSelectValue: valueFields("name", "color", "description", "optionId"),
  IssueFieldTextValue: valueFields(),
}

export const linkedBranchFields: Fields<LinkedBranch> = {
  ref: (link, _, context) => refNode(context, link.repositoryId, link.refName),
}
