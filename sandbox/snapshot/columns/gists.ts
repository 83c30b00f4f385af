import type { ColumnsOf } from "./kinds.js"

/** Columns of rows that belong to accounts rather than repositories. */
export const gistColumns = {
  gists: {
    kind: "text",
    id: "number",
    ownerId: "id in accounts",
    name: "text",
    description: "text or null",
    isPublic: "flag",
    files: "by text",
    revisions: "list",
    stargazerIds: "ids in accounts",
    createdAt: "time",
    updatedAt: "time",
  },
  gistComments: {
    kind: "text",
    id: "number",
    gistId: "id in gists",
    authorId: "id in accounts",
    body: "text",
    createdAt: "time",
    updatedAt: "time",
  },
} as const satisfies ColumnsOf<"gists" | "gistComments">
