/** The rows of projects, which belong to a user or an organization. */
import type { PlanningColor } from "./planning-rows.js"

export interface Project {
  readonly kind: "ProjectV2"
  readonly id: number
  readonly ownerId: number
  readonly creatorId: number
  /** Unique within the owner's projects. */
  readonly number: number
  readonly title: string
  readonly shortDescription: string | null
  /** Markdown. */
  readonly readme: string | null
  readonly isPublic: boolean
  readonly isTemplate: boolean
  /** Linked repositories. */
  readonly repositoryIds: readonly number[]
  /** Linked teams. */
  readonly teamIds: readonly number[]
  readonly closedAt: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProjectOption {
  /** Eight hexadecimal digits. */
  readonly id: string
  readonly name: string
  readonly color: PlanningColor
  readonly description: string
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
  readonly subjectKind: "Issue" | "PullRequest" | "DraftIssue"
  readonly subjectId: number
  readonly creatorId: number
  readonly isArchived: boolean
  /** By the field's id: a string, a date, a number, or the id of an option or an iteration. */
  readonly values: ReadonlyMap<number, string | number>
  readonly createdAt: string
  readonly updatedAt: string
}

/** The content of an item that is neither an issue nor a pull request. */
export interface DraftIssue {
  readonly kind: "DraftIssue"
  readonly id: number
  readonly projectId: number
  readonly title: string
  readonly body: string
  readonly creatorId: number
  readonly assigneeIds: readonly number[]
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProjectStatusUpdate {
  readonly kind: "ProjectV2StatusUpdate"
  readonly id: number
  readonly projectId: number
  readonly status: "AT_RISK" | "COMPLETE" | "INACTIVE" | "OFF_TRACK" | "ON_TRACK" | null
  readonly body: string | null
  /** `2026-06-30` */
  readonly startDate: string | null
  readonly targetDate: string | null
  readonly creatorId: number
  readonly createdAt: string
  readonly updatedAt: string
}

export interface ProjectView {
  readonly kind: "ProjectV2View"
  readonly id: number
  readonly projectId: number
  /** Unique within the project. */
  readonly number: number
  readonly name: string
  readonly layout: "BOARD_LAYOUT" | "ROADMAP_LAYOUT" | "TABLE_LAYOUT"
  readonly filter: string | null
  /** The visible fields. */
  readonly fieldIds: readonly number[]
  readonly createdAt: string
  readonly updatedAt: string
}
