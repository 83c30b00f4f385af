import type { Tables } from "../../tables/index.js"
import { automationColumns } from "./automation.js"
import { conversationColumns } from "./conversation.js"
import { gistColumns } from "./gists.js"
import { homeColumns } from "./home.js"
import type { Column, ColumnsOf } from "./kinds.js"
import { projectColumns } from "./projects.js"
import { ruleColumns } from "./rules.js"
import { securityColumns } from "./security.js"

export type { Column } from "./kinds.js"

/** The columns of each table, for writing and validating snapshots. */
export const COLUMNS: { readonly [Name in keyof Tables]: Readonly<Record<string, Column>> } = {
  ...homeColumns,
  ...conversationColumns,
  ...automationColumns,
  ...ruleColumns,
  ...gistColumns,
  ...projectColumns,
  ...securityColumns,
} satisfies ColumnsOf<keyof Tables>
