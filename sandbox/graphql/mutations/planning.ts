import {
  createLinkedBranch,
  type FieldChange,
  setIssueFields,
  setIssueType,
} from "../../state/index.js"
import { get, type IssueField } from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { optionOf } from "../types/index.js"
import { mutations, node } from "./mutation.js"

interface FieldInput {
  fieldId: string
  textValue?: string | null
  numberValue?: number | null
  dateValue?: string | null
  singleSelectOptionId?: string | null
  multiSelectOptionIds?: readonly string[] | null
  delete?: boolean | null
  confidence?: string | null
  rationale?: string | null
  suggest?: boolean | null
}

/** Types, fields and branches of issues. */
export const planningMutations = mutations({
  updateIssueIssueType: (
    input: { issueId: string; issueTypeId?: string | null },
    context: Context,
  ) => ({
    issue: setIssueType(
      context.store,
      node(context, input.issueId, "Issue"),
      input.issueTypeId ? node(context, input.issueTypeId, "IssueType") : null,
    ),
  }),

  setIssueFieldValue(
    input: { issueId: string; issueFields: readonly FieldInput[] },
    context: Context,
  ) {
    const issue = node(context, input.issueId, "Issue")
    const changes = input.issueFields.map((one) => changeOf(context, one))
    setIssueFields(context.store, issue, changes)
    return { issue }
  },

  createLinkedBranch(
    input: { issueId: string; oid: string; name?: string | null; repositoryId?: string | null },
    context: Context,
  ) {
    const issue = node(context, input.issueId, "Issue")
    const repository = input.repositoryId
      ? node(context, input.repositoryId, "Repository")
      : get(context.store, "repositories", issue.repositoryId)
    const { name = null, oid } = input
    const branch = { repository, name, oid }
    const linkedBranch = createLinkedBranch(context.store, issue, branch)
    return { issue, linkedBranch }
  },
})

function changeOf(context: Context, input: FieldInput): FieldChange {
  if (input.suggest || input.rationale || input.confidence) {
    throw new NotModelled("suggestions of field values")
  }
  const field = node(
    context,
    input.fieldId,
    "IssueFieldDate",
    "IssueFieldMultiSelect",
    "IssueFieldNumber",
    "IssueFieldSingleSelect",
    "IssueFieldText",
  )
  return { field, value: input.delete ? undefined : givenIn(field, input) }
}

function givenIn(field: IssueField, input: FieldInput): FieldChange["value"] {
  const { textValue, dateValue, numberValue, singleSelectOptionId, multiSelectOptionIds } = input
  if (singleSelectOptionId) return [optionOf(field, singleSelectOptionId)]
  if (multiSelectOptionIds) return multiSelectOptionIds.map((id) => optionOf(field, id))
  return textValue ?? dateValue ?? numberValue ?? undefined
}
