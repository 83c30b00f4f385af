/** The rows of projects, which belong to a user or an organization. */

export interface Project {
  readonly kind: "ProjectV2"
  readonly id: number
  readonly ownerId: number
  /** Unique within the owner's projects. */
  readonly number: number
  readonly title: string
  readonly shortDescription: string | null
  readonly isPublic: boolean
  readonly closedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProjectOption {
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly name: string
}

export interface ProjectIteration {
  readonly id: string
  readonly title: string
  /** `2026-06-30` */
  readonly startDate: string
  /** In days. */
  readonly duration: number
}

export interface ProjectField {
  readonly kind: "ProjectV2Field" | "ProjectV2SingleSelectField" | "ProjectV2IterationField"
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly dataType: "TITLE" | "TEXT" | "NUMBER" | "DATE" | "SINGLE_SELECT" | "ITERATION"
  /** Empty if the field has no options. */
  readonly options: readonly ProjectOption[]
  readonly iterations: readonly ProjectIteration[]
  readonly createdAt: string
}

export interface ProjectItem {
  readonly kind: "ProjectV2Item"
  readonly id: number
  readonly projectId: number
  readonly subjectKind: "Issue" | "PullRequest"
  readonly subjectId: number
  readonly creatorId: number
  readonly isArchived: boolean
  /** By the field's id: a text, a date, a number, or the id of an option or an iteration. */
  readonly values: ReadonlyMap<number, string | number>
  readonly createdAt: string
  readonly updatedAt: string
}
