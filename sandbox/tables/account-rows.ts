/** The rows of users and organizations, and of the teams of organizations. */

import * as t from "./columns.js"
import type { Setting } from "./deployment-rows.js"
import type { EmptyList } from "./empty-lists.js"

export const accountTables = {
  accounts: {
    ...t.node({ User: "U", Organization: "O", Bot: "BOT", Mannequin: "M" }),
    login: t.text,
    name: t.nullable(t.text),
    email: t.text,
    bio: t.nullable(t.text),
    company: t.nullable(t.text),
    location: t.nullable(t.text),
    websiteUrl: t.nullable(t.text),
    twitterUsername: t.nullable(t.text),
    pronouns: t.nullable(t.text),
    isSiteAdmin: t.flag,
    isHireable: t.flag,
    /** Variables and secrets of an organization, as in repositories. */
    secrets: t.byText<Setting>(),
    variables: t.byText<Setting>(),
    /** Members of an organization, by user id. */
    members: t.byNumber<"ADMIN" | "MEMBER">(),
    /** The members who show publicly that they are in the organization. */
    publicMembers: t.set<number>(),
    /** Users that this user follows. */
    following: t.set<number>(),
    /** The notifications that the user has seen, by the id of their thread. */
    seenThreads: t.byText<SeenThread>(),
    ...t.dated,
    /** Lists that are not modelled but declared empty by the seed. */
    emptyLists: t.list<EmptyList>(),
  },
  /** A team. It has no repositories, so it gives nobody access. */
  teams: {
    ...t.node({ Team: "T" }),
    organizationId: t.id("accounts"),
    name: t.text,
    slug: t.text,
    description: t.nullable(t.text),
    privacy: t.oneOf<"SECRET" | "VISIBLE">(),
    parentId: t.nullable(t.id("teams")),
    /** By user id; without the members of child teams. */
    members: t.byNumber<TeamRole>(),
    ...t.dated,
  },
}

export interface Account extends t.Row<typeof accountTables.accounts> {}
export interface Team extends t.Row<typeof accountTables.teams> {}

export type AccountKind = Account["kind"]

/** When a user read a notification, or marked it as done. */
export interface SeenThread {
  readonly readAt: string
  readonly doneAt: string | null
}

export type TeamRole = "MAINTAINER" | "MEMBER"
