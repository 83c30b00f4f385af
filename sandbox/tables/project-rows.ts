/** The rows of projects, which belong to a user or an organization. */

import * as t from "./columns.js"
import type { PlanningColor } from "./planning-rows.js"

export const projectTables = {
  projects: {
    ...t.node({ ProjectV2: "PVT" }),
    ownerId: t.id("accounts"),
    creatorId: t.id("accounts"),
    /** Unique within the owner's projects. */
    number: t.number,
    title: t.text,
    shortDescription: t.nullable(t.text),
    /** Markdown. */
    readme: t.nullable(t.text),
    isPublic: t.flag,
    isTemplate: t.flag,
    /** Linked repositories. */
    repositoryIds: t.ids("repositories"),
    /** Linked teams. */
    teamIds: t.ids("teams"),
    closedAt: t.nullable(t.time),
    ...t.dated,
  },
  projectFields: {
    ...t.node({
      ProjectV2Field: "PVTF",
      ProjectV2IterationField: "PVTIF",
      ProjectV2SingleSelectField: "PVTSSF",
    }),
    projectId: t.id("projects"),
    name: t.text,
    dataType: t.oneOf<"TITLE" | "TEXT" | "NUMBER" | "DATE" | "SINGLE_SELECT" | "ITERATION">(),
    /** Empty if the field has no options. */
    options: t.list<ProjectOption>(),
    iterations: t.list<ProjectIteration>(),
    /** The organization's field whose values it shows. */
    issueFieldId: t.nullable(t.id("issueFields")),
    createdAt: t.time,
  },
  projectItems: {
    ...t.node({ ProjectV2Item: "PVTI" }),
    projectId: t.id("projects"),
    subjectKind: t.oneOf<"Issue" | "PullRequest" | "DraftIssue">(),
    subjectId: t.number,
    creatorId: t.id("accounts"),
    isArchived: t.flag,
    /** By the field's id: a string, a date, a number, or the id of an option or an iteration. */
    values: t.byNumber<string | number>(),
    ...t.dated,
  },
  /** The content of an item that is neither an issue nor a pull request. */
  draftIssues: {
    ...t.node({ DraftIssue: "DI" }),
    projectId: t.id("projects"),
    title: t.text,
    body: t.text,
    creatorId: t.id("accounts"),
    assigneeIds: t.ids("accounts"),
    ...t.dated,
  },
  projectStatusUpdates: {
    ...t.node({ ProjectV2StatusUpdate: "PVTSU" }),
    projectId: t.id("projects"),
    status: t.nullable(t.oneOf<"AT_RISK" | "COMPLETE" | "INACTIVE" | "OFF_TRACK" | "ON_TRACK">()),
    body: t.nullable(t.text),
    /** `2026-06-30` */
    startDate: t.nullable(t.text),
    targetDate: t.nullable(t.text),
    creatorId: t.id("accounts"),
    ...t.dated,
  },
  projectViews: {
    ...t.node({ ProjectV2View: "PVTV" }),
    projectId: t.id("projects"),
    /** Unique within the project. */
    number: t.number,
    name: t.text,
    layout: t.oneOf<"BOARD_LAYOUT" | "ROADMAP_LAYOUT" | "TABLE_LAYOUT">(),
    filter: t.nullable(t.text),
    /** The visible fields. */
    fieldIds: t.ids("projectFields"),
    ...t.dated,
  },
}

export interface Project extends t.Row<typeof projectTables.projects> {}
export interface ProjectField extends t.Row<typeof projectTables.projectFields> {}
export interface ProjectItem extends t.Row<typeof projectTables.projectItems> {}
export interface DraftIssue extends t.Row<typeof projectTables.draftIssues> {}
export interface ProjectStatusUpdate extends t.Row<typeof projectTables.projectStatusUpdates> {}
export interface ProjectView extends t.Row<typeof projectTables.projectViews> {}

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
