/** The rows of issue types and fields of organizations, and of branches that were created for issues. */

export type PlanningColor =
  | "BLUE"
  | "GRAY"
  | "GREEN"
  | "ORANGE"
  | "PINK"
  | "PURPLE"
  | "RED"
  | "YELLOW"

/** A type for issues in an organization's repositories. */
export interface IssueType {
  readonly kind: "IssueType"
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly description: string | null
  readonly color: PlanningColor
  readonly isEnabled: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export type IssueFieldKind =
  | "IssueFieldDate"
  | "IssueFieldMultiSelect"
  | "IssueFieldNumber"
  | "IssueFieldSingleSelect"
  | "IssueFieldText"

export interface IssueFieldOption {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly color: PlanningColor
}

/** A field for issues in an organization's repositories. */
export interface IssueField {
  readonly kind: IssueFieldKind
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly description: string | null
  /** Empty if the field has no options. */
  readonly options: readonly IssueFieldOption[]
  readonly createdAt: string
}

/** A string, a day, a number, or the ids of the chosen options. */
export type IssueFieldValue = string | number | readonly number[]

/** A branch that was created for an issue. */
export interface LinkedBranch {
  readonly kind: "LinkedBranch"
  readonly id: number
  readonly issueId: number
  readonly repositoryId: number
  /** `refs/heads/fix-1` */
  readonly refName: string
}
