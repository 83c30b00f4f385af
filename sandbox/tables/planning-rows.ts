/** The rows of issue types and fields of organizations, and of branches that were created for issues. */
import type { SeedColor } from "../public/index.js"
import * as t from "./columns.js"

export const planningTables = {
  /** A type for issues in an organization's repositories. */
  issueTypes: {
    ...t.node({ IssueType: "IT" }),
    ownerId: t.id("accounts"),
    name: t.text,
    description: t.nullable(t.text),
    color: t.oneOf<PlanningColor>(),
    isEnabled: t.flag,
    ...t.dated,
  },
  /** A field for issues in an organization's repositories. */
  issueFields: {
    ...t.node({
      IssueFieldDate: "IFD",
      IssueFieldMultiSelect: "IFMS",
      IssueFieldNumber: "IFN",
      IssueFieldSingleSelect: "IFSS",
      IssueFieldText: "IFT",
    }),
    ownerId: t.id("accounts"),
    name: t.text,
    description: t.nullable(t.text),
    /** Empty if the field has no options. */
    options: t.list<IssueFieldOption>(),
    createdAt: t.time,
  },
  /** A branch that was created for an issue. */
  linkedBranches: {
    ...t.node({ LinkedBranch: "LB" }),
    issueId: t.id("issues"),
    repositoryId: t.id("repositories"),
    /** `refs/heads/fix-1` */
    refName: t.text,
  },
}

export interface IssueType extends t.Row<typeof planningTables.issueTypes> {}
export interface IssueField extends t.Row<typeof planningTables.issueFields> {}
export interface LinkedBranch extends t.Row<typeof planningTables.linkedBranches> {}

export type PlanningColor = SeedColor

/** The kinds of issue fields, with the type of their values. */
export const ISSUE_FIELD_TYPES = {
  IssueFieldDate: "DATE",
  IssueFieldMultiSelect: "MULTI_SELECT",
  IssueFieldNumber: "NUMBER",
  IssueFieldSingleSelect: "SINGLE_SELECT",
  IssueFieldText: "TEXT",
} as const

export type IssueFieldKind = keyof typeof ISSUE_FIELD_TYPES

export interface IssueFieldOption {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly color: PlanningColor
}

/** A string, a day, a number, or the ids of the chosen options. */
export type IssueFieldValue = string | number | readonly number[]
