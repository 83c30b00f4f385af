import type { ColumnsOf } from "./kinds.js"

/** Columns of rules, links, and planning. */
export const ruleColumns = {
  rulesets: {
    kind: "text",
    id: "number",
    repositoryId: "id in repositories",
    name: "text",
    target: "text",
    enforcement: "text",
    include: "list",
    exclude: "list",
    rules: "list",
    createdAt: "time",
    updatedAt: "time",
  },
  mergeQueueEntries: {
    kind: "text",
    id: "number",
    pullRequestId: "id in pullRequests",
    enqueuerId: "id in accounts",
    place: "number",
    jump: "flag",
    enqueuedAt: "time",
  },
  autolinks: {
    kind: "text",
    id: "number",
    repositoryId: "id in repositories",
    keyPrefix: "text",
    urlTemplate: "text",
    isAlphanumeric: "flag",
    updatedAt: "time",
  },
  advisories: {
    kind: "text",
    id: "number",
    repositoryId: "id in repositories",
    ghsaId: "text",
    cveId: "text or null",
    summary: "text",
    description: "text or null",
    severity: "text or null",
    state: "text",
    authorId: "id in accounts",
    createdAt: "time",
    updatedAt: "time",
    publishedAt: "time or null",
  },
  issueTypes: {
    kind: "text",
    id: "number",
    ownerId: "id in accounts",
    name: "text",
    description: "text or null",
    color: "text",
    isEnabled: "flag",
    createdAt: "time",
    updatedAt: "time",
  },
  issueFields: {
    kind: "text",
    id: "number",
    ownerId: "id in accounts",
    name: "text",
    description: "text or null",
    options: "list",
    createdAt: "time",
  },
  linkedBranches: {
    kind: "text",
    id: "number",
    issueId: "id in issues",
    repositoryId: "id in repositories",
    refName: "text",
  },
} as const satisfies ColumnsOf<
  | "rulesets"
  | "mergeQueueEntries"
  | "autolinks"
  | "advisories"
  | "issueTypes"
  | "issueFields"
  | "linkedBranches"
>
