import type { Account, AnyRow, Repository, Store } from "../tables/index.js"

/** The accounts of GitHub's agents, if the seed has them among its `bots`. */
const CODING = "copilot-swe-agent"
const REVIEWING = "copilot-pull-request-reviewer[bot]"

const isAgent = ({ kind, login }: Account, name: string): boolean =>
  kind === "Bot" && login === name

/** Whether an account can be assigned without access to the repository. */
export const isCodingAgent = (account: Account): boolean => isAgent(account, CODING)

/** Whether an account can review without access to the repository. */
export const isReviewingAgent = (account: Account): boolean => isAgent(account, REVIEWING)

/** The agents that can be assigned in a repository; archived ones have none. */
export const codingAgents = (store: Store, { archivedAt }: Repository): Account[] =>
  archivedAt === null ? store.where("accounts", isCodingAgent) : []

/** The account in place of deleted ones. REST shows it, except in reviews; in GraphQL, they have no author. */
export const GHOST = "ghost"
export const isGhost = (row: AnyRow | undefined): boolean =>
  row?.kind === "User" && row.login === GHOST
