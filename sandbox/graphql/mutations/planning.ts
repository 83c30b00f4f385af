import {
  createLinkedBranch,
  type FieldChange,
  setIssueFields,
  setIssueType,
} from "../../state/index.js"
import type { IssueField } from "../../tables/index.js"
import { type Context, NotModelled } from "../field/index.js"
import { ISSUE_FIELDS, optionOf } from "../types/index.js"
import { change, type Given, mutations, node, nodeIf } from "./mutation.js"

interface FieldInput
  extends Given<"textValue" | "dateValue" | "singleSelectOptionId" | "confidence" | "rationale">,
    Given<"delete" | "suggest", boolean> {
  fieldId: string
  numberValue?: number | null
  multiSelectOptionIds?: readonly string[] | null
}

/** Types, fields and branches of issues. */
export const planningMutations = mutations({
  updateIssueIssueType: change(
    { issue: "Issue" },
    (store, { issue }, input: Given<"issueTypeId">, context) =>
      setIssueType(store, issue, nodeIf(context, input.issueTypeId, "IssueType") ?? null),
  ),

  setIssueFieldValue: change(
    { issue: "Issue" },
    (store, { issue }, input: { issueFields: readonly FieldInput[] }, context) => {
      const changes = input.issueFields.map((one) => changeOf(context, one))
      setIssueFields(store, issue, changes)
    },
  ),

  createLinkedBranch: change(
    { issue: "Issue" },
    (store, { issue }, input: { oid: string } & Given<"name" | "repositoryId">, context) => {
      const repository =
        nodeIf(context, input.repositoryId, "Repository") ??
        store.get("repositories", issue.repositoryId)
      const { name = null, oid } = input
      return { linkedBranch: createLinkedBranch(store, issue, { repository, name, oid }) }
    },
  ),
})

function changeOf(context: Context, input: FieldInput): FieldChange {
  if (input.suggest || input.rationale || input.confidence) {
    throw new NotModelled("suggestions of field values")
  }
  const field = node(context, input.fieldId, ...ISSUE_FIELDS)
  return { field, value: input.delete ? undefined : givenIn(field, input) }
}

function givenIn(field: IssueField, input: FieldInput): FieldChange["value"] {
  const { textValue, dateValue, numberValue, singleSelectOptionId, multiSelectOptionIds } = input
  if (singleSelectOptionId) return [optionOf(field, singleSelectOptionId)]
  if (multiSelectOptionIds) return multiSelectOptionIds.map((id) => optionOf(field, id))
  return textValue ?? dateValue ?? numberValue ?? undefined
}
