import type { ColumnsOf } from "./kinds.js"

export const projectColumns = {
  projects: {
    kind: "text",
    id: "number",
    ownerId: "id in accounts",
    creatorId: "id in accounts",
    number: "number",
    title: "text",
    shortDescription: "text or null",
    readme: "text or null",
    isPublic: "flag",
    isTemplate: "flag",
    repositoryIds: "ids in repositories",
    teamIds: "ids in teams",
    closedAt: "time or null",
    createdAt: "time",
    updatedAt: "time",
  },
  projectFields: {
    kind: "text",
    id: "number",
    projectId: "id in projects",
    name: "text",
    dataType: "text",
    options: "list",
    iterations: "list",
    createdAt: "time",
  },
  projectItems: {
    kind: "text",
    id: "number",
    projectId: "id in projects",
    subjectKind: "text",
    subjectId: "number",
    creatorId: "id in accounts",
    isArchived: "flag",
    values: "by number",
    createdAt: "time",
    updatedAt: "time",
  },
  draftIssues: {
    kind: "text",
    id: "number",
    projectId: "id in projects",
    title: "text",
    body: "text",
    creatorId: "id in accounts",
    assigneeIds: "ids in accounts",
    createdAt: "time",
    updatedAt: "time",
  },
  projectStatusUpdates: {
    kind: "text",
    id: "number",
    projectId: "id in projects",
    status: "text or null",
    body: "text or null",
    startDate: "text or null",
    targetDate: "text or null",
    creatorId: "id in accounts",
    createdAt: "time",
    updatedAt: "time",
  },
  projectViews: {
    kind: "text",
    id: "number",
    projectId: "id in projects",
    number: "number",
    name: "text",
    layout: "text",
    filter: "text or null",
    fieldIds: "ids in projectFields",
    createdAt: "time",
    updatedAt: "time",
  },
} as const satisfies ColumnsOf<
  | "projects"
  | "projectFields"
  | "projectItems"
  | "draftIssues"
  | "projectStatusUpdates"
  | "projectViews"
>
