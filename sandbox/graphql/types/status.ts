import type { GraphQLResolveInfo } from "graphql"
import {
  type CommitIn,
  checkRunsOn,
  combinedState,
  commitNode,
  latestStatusesOn,
  rollupState,
} from "../../state/index.js"
import type { CommitStatus, Store, WorkflowJob } from "../../tables/index.js"
import { connection, type Field, type Fields, type PageArgs } from "../field/index.js"
import { isRequired, type RequiredArgs } from "./required.js"

/** The statuses of a commit, or its check runs too. */
interface CommitState extends CommitIn {
  kind: "Status" | "StatusCheckRollup"
}

const stateOf =
  (kind: CommitState["kind"]) =>
  ({ repositoryId, oid }: CommitIn): CommitState => ({ kind, repositoryId, oid })

/** Null if the commit has no statuses or checks. */
export const statusCheckRollup: Field<CommitIn> = (commit, _, { store }) =>
  rollupState(store, commit) === null ? null : stateOf("StatusCheckRollup")(commit)

export const commitStatus: Field<CommitIn> = (commit, _, { store }) =>
  latestStatusesOn(store, commit).length === 0 ? null : stateOf("Status")(commit)

const stateId = (prefix: string, { repositoryId, oid }: CommitState): string =>
  `${prefix}_${Buffer.from(`${repositoryId}:${oid}`).toString("base64url")}`

export const statusCheckRollupFields: Fields<CommitState> = {
  id: (rollup) => stateId("SCR", rollup),
  state: (rollup, _, { store }) => rollupState(store, rollup),
  commit: ({ repositoryId, oid }) => commitNode(repositoryId, oid),
  contexts: (rollup, args: PageArgs, { store }, info) => contexts(store, rollup, args, info),
}

export const statusFields: Fields<CommitState> = {
  id: (status) => stateId("STA", status),
  state: (status, _, { store }) => combinedState(latestStatusesOn(store, status)),
  commit: ({ repositoryId, oid }) => commitNode(repositoryId, oid),
  contexts: (status, _, { store }) => latestStatusesOn(store, status),
  context: (status, args: { name: string }, { store }) =>
    latestStatusesOn(store, status).find(
      ({ context }) => context.toLowerCase() === args.name.toLowerCase(),
    ) ?? null,
  combinedContexts: (status, args: PageArgs, { store }, info) =>
    contexts(store, status, args, info),
}

function contexts(store: Store, commit: CommitIn, args: PageArgs, info: GraphQLResolveInfo) {
  const checkRuns = checkRunsOn(store, commit)
  const statuses = latestStatusesOn(store, commit)
  return connection<WorkflowJob | CommitStatus>([...checkRuns, ...statuses], args, info, {
    extra: {
      checkRunCount: checkRuns.length,
      checkRunCountsByState: counts(
        checkRuns.map(({ status, conclusion }) => conclusion ?? status),
      ),
      statusContextCount: statuses.length,
      statusContextCountsByState: counts(statuses.map(({ state }) => state)),
    },
  })
}

const counts = (states: readonly string[]) =>
  [...new Set(states)].map((state) => ({
    state,
    count: states.filter((one) => one === state).length,
  }))

export const statusContextFields: Fields<CommitStatus> = {
  isRequired: ({ repositoryId, context }, args: RequiredArgs, { store }) =>
    isRequired(store, { repositoryId, name: context }, args),
  commit: ({ repositoryId, oid }) => commitNode(repositoryId, oid),
  avatarUrl: (status, args: { size?: number | null }, { store }) =>
    `https://avatars.githubusercontent.com/u/${store.get("accounts", status.creatorId).id}?s=${args.size ?? 40}&v=4`,
}
