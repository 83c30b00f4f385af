/** The rows of what organizations add to issues, and of branches that were created for one. */

export type PlanningColor =
  | "BLUE"
  | "GRAY"
  | "GREEN"
  | "ORANGE"
  | "PINK"
  | "PURPLE"
  | "RED"
  | "YELLOW"

/** A type that issues of an organization's repositories can have. */
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

/** A field that issues of an organization's repositories can have. */
export interface IssueField {
  readonly kind: IssueFieldKind
  readonly id: number
  readonly ownerId: number
  readonly name: string
  readonly description: string | null
  /** Empty where the value is not chosen. */
  readonly options: readonly IssueFieldOption[]
  readonly createdAt: string
}

/** A text, a day, a number, or the ids of the chosen options. */
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
