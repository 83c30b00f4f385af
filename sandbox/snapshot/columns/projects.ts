import type { ColumnsOf } from "./kinds.js"

export const projectColumns = {
  projects: {
    kind: "text",
    id: "number",
    ownerId: "id in accounts",
    number: "number",
    title: "text",
    shortDescription: "text or null",
    isPublic: "flag",
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
} as const satisfies ColumnsOf<"projects" | "projectFields" | "projectItems">
