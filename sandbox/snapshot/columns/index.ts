import type { Tables } from "../../tables/index.js"
import { automationColumns } from "./automation.js"
import { conversationColumns } from "./conversation.js"
import { homeColumns } from "./home.js"
import type { Column, ColumnsOf } from "./kinds.js"

export type { Column } from "./kinds.js"

/** What each table has in its rows: how a snapshot is written, and what one must have. */
export const COLUMNS: { readonly [Name in keyof Tables]: Readonly<Record<string, Column>> } = {
  ...homeColumns,
  ...conversationColumns,
  ...automationColumns,
} satisfies ColumnsOf<keyof Tables>
