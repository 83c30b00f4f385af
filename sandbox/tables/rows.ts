import * as account from "./account-rows.js"
import * as automation from "./automation-rows.js"
import type { Column, Row } from "./columns.js"
import * as deployment from "./deployment-rows.js"
import * as discussion from "./discussion-rows.js"
import * as event from "./event-rows.js"
import * as generic from "./generic-rows.js"
import * as gist from "./gist-rows.js"
import * as issue from "./issue-rows.js"
import * as pages from "./pages-rows.js"
import * as planning from "./planning-rows.js"
import * as project from "./project-rows.js"
import * as pull from "./pull-rows.js"
import * as repository from "./repository-rows.js"
import * as rule from "./rule-rows.js"
import * as security from "./security-rows.js"

const columns = {
  ...account.accountTables,
  ...automation.automationTables,
  ...deployment.deploymentTables,
  ...discussion.discussionTables,
  ...event.eventTables,
  ...generic.genericTables,
  ...gist.gistTables,
  ...issue.issueTables,
  ...pages.pagesTables,
  ...planning.planningTables,
  ...project.projectTables,
  ...pull.pullTables,
  ...repository.repositoryTables,
  ...rule.ruleTables,
  ...security.securityTables,
}

type Columns = typeof columns

/**
 * The rows of the sandbox's state. Rows refer to each other by database id, so a snapshot is plain data. The four kinds
 * of accounts share a table, because logins share a namespace.
 *
 * Rows are read-only, including their lists, maps and sets. `update` of `store.ts` sets new values, so that a refused
 * change can be undone and all indexes stay correct. No property is optional, because undoing writes the old values
 * over the new ones.
 */
export type Tables = { [Name in keyof Columns]: Row<Columns[Name]> }

/** The rows that a row refers to, by their names: `repository` for `repositoryId`, `label` for `labelIds`. */
export type References<Name extends keyof Tables> = {
  [Id in keyof Columns[Name] & string]: Columns[Name][Id] extends Column<unknown, infer Target>
    ? [Target] extends [never]
      ? never
      : Id extends `${infer Referred}Ids`
        ? Referred
        : Id extends `${infer Referred}Id`
          ? Referred
          : never
    : never
}[keyof Columns[Name] & string]

/** The columns of each table, from which rows, snapshots and node ids are derived. */
export const COLUMNS: Readonly<
  Record<keyof Tables, Readonly<Record<string, Column<unknown, keyof Tables>>>>
> = columns

/** Rows with an author. */
export type WrittenRow =
  | issue.Issue
  | pull.PullRequest
  | issue.IssueComment
  | pull.Review
  | pull.ReviewComment
  | discussion.Discussion
  | discussion.DiscussionComment

export type AnyRow = Tables[keyof Tables]
