import { COLUMNS, type References, type Tables } from "./rows.js"
import type { AnyIndex, Key, KeyOf } from "./table-index.js"
import { closedNumbers, distinctWords, mentionedNumbers } from "./words.js"

/** GitHub compares logins, repository names and label names case-insensitively. */
export const folded = (name: string): string => name.toLowerCase()

export const sameName = (a: string, b: string): boolean => folded(a) === folded(b)

/** A key with two parts. */
export const pair = (first: Key, second: Key): string => `${first} ${second}`

/** A name within a repository, or within an owner's repositories. */
export const named = (within: number, name: string): string => pair(within, folded(name))

/** The key of the subject of a comment, reaction or event. */
export const subjectKey = (subject: { readonly kind: string; readonly id: number }): string =>
  pair(subject.kind, subject.id)

const ofSubject = (row: { subjectKind: string; subjectId: number }) =>
  pair(row.subjectKind, row.subjectId)

const numberOf = (row: { repositoryId: number; number: number }) =>
  pair(row.repositoryId, row.number)

/** By the numbers of the issues and pull requests that the text mentions. */
const mentions = { key: (row: { body: string }) => mentionedNumbers(row.body), of: "body" } as const

/** By the words of a body, for searches. */
const bodyWord = { key: (row: { body: string }) => distinctWords(row.body), of: "body" } as const
const titleWord = {
  key: (row: { title: string }) => distinctWords(row.title),
  of: "title",
} as const

/** The scope of an ordered list: a repository, or a label of one. */
export type Scope = number | `label ${number}`

export const labelScope = (id: number): Scope => `label ${id}`

/** By repository and by label, each also by state. */
const scopeAndState = (row: Tables["issues" | "pullRequests"]): Key[] =>
  [row.repositoryId, ...row.labelIds.map(labelScope)].flatMap((scope) => [
    scope,
    pair(scope, row.state),
  ])

/** Indexes of issues and pull requests, with three orders of lists. */
const numbered = {
  repository: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.createdAt,
  },
  repositoryByUpdate: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.updatedAt,
  },
  repositoryByComments: {
    key: scopeAndState,
    order: (row: Tables["issues" | "pullRequests"]) => row.commentCount,
  },
  number: numberOf,
  mentions,
  titleWord,
  bodyWord,
}

/** The indexes of tables, besides those by the rows that a row refers to. */
const INDEXES = {
  accounts: {
    login: (row) => folded(row.login),
    email: (row) => row.email,
    following: (row) => [...row.following],
  },
  repositories: {
    name: (row) => named(row.ownerId, row.name),
    formerName: (row) => row.formerNames.map(folded),
  },
  labels: {
    name: (row) => named(row.repositoryId, row.name),
    /** In any repository. */
    anyName: (row) => folded(row.name),
  },
  milestones: { number: numberOf },
  issues: numbered,
  pullRequests: {
    ...numbered,
    head: (row) =>
      row.headRepositoryId === null ? null : pair(row.headRepositoryId, row.headRefName),
    base: (row) => pair(row.repositoryId, row.baseRefName),
    /** Numbers of the issues that closing keywords in the description name. */
    closes: { key: (row) => closedNumbers(row.body), of: "body" },
  },
  issueComments: { subject: ofSubject, mentions, bodyWord },
  reviews: { mentions },
  reviewComments: { mentions },
  reactions: { subject: ofSubject },
  workflowRuns: {
    repository: (row) => (row.workflowId === null ? [] : row.repositoryId),
    commit: (row) => pair(row.repositoryId, row.headOid),
  },
  commitStatuses: { commit: (row) => pair(row.repositoryId, row.oid) },
  genericRows: { collection: (row) => row.collection },
  discussions: { number: numberOf },
  projectItems: { subject: ofSubject },
  gists: { name: (row) => row.name },
  globalAdvisories: { ghsaId: (row) => row.ghsaId },
  events: { subject: ofSubject, label: (row) => row.data.labelId ?? null },
} as const satisfies { [Name in keyof Tables]?: Record<string, AnyIndex<Tables[Name]>> }

/** All indexes of a table. */
export function indexesOf(table: keyof Tables): Record<string, AnyIndex<never>> {
  const references = Object.entries(COLUMNS[table])
    .filter(([, { target }]) => target !== undefined)
    .map(([column]) => [column.replace(/Ids?$/, ""), (row: object) => Reflect.get(row, column)])
  return { ...Object.fromEntries(references), ...Reflect.get(INDEXES, table) }
}

type Own<Name extends keyof Tables> = Name extends keyof typeof INDEXES
  ? (typeof INDEXES)[Name]
  : object

export type IndexesOf<Name extends keyof Tables> = (keyof Own<Name> & string) | References<Name>

type FunctionOf<Definition> = Definition extends { readonly key: infer Key } ? Key : Definition

/** The key type of an index; an id, if it is by the rows that a row refers to. */
export type KeyIn<
  Name extends keyof Tables,
  Index extends IndexesOf<Name>,
> = Index extends keyof Own<Name>
  ? FunctionOf<Own<Name>[Index]> extends KeyOf<never>
    ? Scalar<ReturnType<FunctionOf<Own<Name>[Index]>>>
    : never
  : number

type Scalar<Value> = Value extends readonly (infer One)[] ? One : Exclude<Value, null>
