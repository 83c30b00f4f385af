import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { defaultSeed } from "../default-seed.js"
import { plantSeed, requireAccount, viewerFor } from "../seed/index.js"
import { snapshot } from "../snapshot/index.js"
import {
  type AnyIndex,
  begin,
  countBy,
  createStore,
  get,
  INDEXES,
  Index,
  type Repository,
  repositoryByName,
  type Store,
  steppingClock,
  subjectKey,
  type Tables,
  transaction,
  undo,
} from "../tables/index.js"
import {
  createCheckRun,
  createCheckSuite,
  rerequestCheckRun,
  updateCheckRun,
} from "./check-runs.js"
import { removeCollaborator, setCollaborator } from "./collaborators.js"
import { addComment, deleteIssueComment } from "./comments.js"
import { createCommitStatus } from "./commit-statuses.js"
import {
  createDeployment,
  createDeploymentStatus,
  deleteDeployment,
  deleteEnvironment,
  setEnvironment,
} from "./deployments.js"
import { Refusal } from "./errors.js"
import { createHook, deleteHook, updateHook } from "./hooks.js"
import { answerInvitation, cancelInvitation } from "./invitations.js"
import { closeIssue, createIssue, deleteIssue, reopenIssue, updateIssue } from "./issues.js"
import { addLabels } from "./labelables.js"
import { createLabel, deleteLabel, updateLabel } from "./labels.js"
import { pinIssue, setLocked } from "./lock-and-pin.js"
import { mergePullRequest, updatePullRequestBranch } from "./merge.js"
import { createMilestone, deleteMilestone } from "./milestones.js"
import type { Viewer } from "./permissions.js"
import { closePullRequest, reopenPullRequest } from "./pulls.js"
import { dispatchRepository } from "./pushed-workflows.js"
import { addReaction, removeReaction } from "./reactions.js"
import { createRef, deleteRef, updateRef } from "./refs.js"
import { createRelease, createReleaseAsset, deleteRelease, updateReleaseAsset } from "./releases.js"
import { addPullRequestReview } from "./reviews.js"
import { deleteSetting, setSetting } from "./settings.js"
import { addSubIssue } from "./sub-issues.js"
import { setStarred } from "./subscriptions.js"
import { setThreadResolved } from "./threads.js"
import { transferIssue } from "./transfer.js"
import { dispatchWorkflow, rerunWorkflowRun } from "./workflow-runs.js"

const seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((one) =>
    one.generate_issues ? { ...one, generate_issues: 3 } : one,
  ),
}

function planted(): { store: Store; viewer: Viewer; home: Repository; other: Repository } {
  const store = createStore({ clock: steppingClock(), webUrl: "https://github.com" })
  plantSeed(store, seed)
  const home = repositoryByName(store, "octocat", "hello-world")
  const other = repositoryByName(store, "octocat", "big")
  if (!home || !other) throw new Error("the default store has other repositories")
  return { store, viewer: viewerFor(store, requireAccount(store, "octocat", "test")), home, other }
}

type Stage = ReturnType<typeof planted> & {
  /** A row of a table. */
  some: <Name extends keyof Tables>(table: Name) => Tables[Name]
  text: string
}

/** An installation, which alone writes checks. */
const appOf = ({ viewer, home }: Stage): Viewer => ({
  ...viewer,
  grant: { permissions: { checks: "write" }, ownerId: home.ownerId, repositoryIds: null },
})

const tipOf = ({ home }: Stage, branch = "main"): string =>
  home.refs.get(`refs/heads/${branch}`) ?? ""

const HOOK = "https://example.com/"

const CHANGES: Readonly<Record<string, (stage: Stage) => unknown>> = {
  createIssue: ({ store, viewer, home, text }) =>
    createIssue(store, viewer, home, { title: text, labelIds: [1, 2], assigneeIds: [1] }),
  updateIssue: ({ store, viewer, some, text }) =>
    updateIssue(store, viewer, some("issues"), { title: text, body: text, labelIds: [] }),
  closeIssue: ({ store, viewer, some }) =>
    closeIssue(store, viewer, some("issues"), "COMPLETED", some("issues")),
  reopenIssue: ({ store, viewer, some }) => reopenIssue(store, viewer, some("issues")),
  deleteIssue: ({ store, viewer, some }) => deleteIssue(store, viewer, some("issues")),
  transferIssue: ({ store, viewer, some, other }) =>
    transferIssue(store, viewer, some("issues"), other, true),
  addSubIssue: ({ store, viewer, some }) =>
    addSubIssue(store, viewer, some("issues"), some("issues"), true),
  pinIssue: ({ store, viewer, some }) => pinIssue(store, viewer, some("issues")),
  lock: ({ store, viewer, some }) => setLocked(store, viewer, some("issues"), true, "SPAM"),
  addComment: ({ store, viewer, some, text }) =>
    addComment(store, viewer, some("issues"), `${text}!`),
  deleteComment: ({ store, viewer, some }) =>
    deleteIssueComment(store, viewer, some("issueComments")),
  addReaction: ({ store, viewer, some }) =>
    addReaction(store, viewer, some("issueComments"), "EYES"),
  removeReaction: ({ store, viewer, some }) =>
    removeReaction(store, viewer, some("issues"), "HEART"),
  createLabel: ({ store, viewer, home, text }) =>
    createLabel(store, viewer, home, { name: text, color: "ff0000" }),
  updateLabel: ({ store, viewer, some, text }) =>
    updateLabel(store, viewer, some("labels"), { name: text }),
  deleteLabel: ({ store, viewer, some }) => deleteLabel(store, viewer, some("labels")),
  addLabels: ({ store, viewer, some }) =>
    addLabels(store, viewer, some("pullRequests"), [some("labels")]),
  createMilestone: ({ store, viewer, home, text }) =>
    createMilestone(store, viewer, home, { title: text }),
  deleteMilestone: ({ store, viewer, some }) => deleteMilestone(store, viewer, some("milestones")),
  merge: ({ store, viewer, some }) =>
    mergePullRequest(store, viewer, some("pullRequests"), { mergeMethod: "SQUASH" }),
  updateBranch: ({ store, viewer, some }) =>
    updatePullRequestBranch(store, viewer, some("pullRequests"), { updateMethod: "MERGE" }),
  closePull: ({ store, viewer, some }) => closePullRequest(store, viewer, some("pullRequests")),
  reopenPull: ({ store, viewer, some }) => reopenPullRequest(store, viewer, some("pullRequests")),
  review: ({ store, viewer, some, text }) =>
    addPullRequestReview(store, viewer, some("pullRequests"), {
      body: `${text}!`,
      event: "COMMENT",
      threads: [],
    }),
  resolve: ({ store, viewer, some }) =>
    setThreadResolved(store, viewer, some("reviewThreads"), true),
  createRef: ({ store, viewer, home }) =>
    createRef(store, viewer, home, "refs/heads/new", home.refs.get("refs/heads/main") ?? ""),
  deleteRef: ({ store, viewer, home }) =>
    deleteRef(store, viewer, home, [...home.refs.keys()].at(-1) ?? ""),
  updateRef: (stage) =>
    updateRef(
      stage.store,
      stage.viewer,
      stage.home,
      "refs/heads/new",
      tipOf(stage, "rewrite"),
      true,
    ),
  createCheckRun: (stage) =>
    createCheckRun(stage.store, appOf(stage), stage.home, tipOf(stage), { name: stage.text }),
  updateCheckRun: (stage) =>
    updateCheckRun(stage.store, appOf(stage), stage.some("workflowJobs"), {
      conclusion: "FAILURE",
    }),
  rerequestCheckRun: (stage) =>
    rerequestCheckRun(stage.store, appOf(stage), stage.some("workflowJobs")),
  createCheckSuite: (stage) =>
    createCheckSuite(stage.store, appOf(stage), stage.home, tipOf(stage, "rewrite")),
  createStatus: (stage) =>
    createCommitStatus(stage.store, stage.viewer, stage.home, {
      ...{ oid: tipOf(stage), state: "PENDING", context: stage.text },
    }),
  createDeployment: ({ store, viewer, home, text }) =>
    createDeployment(store, viewer, home, {
      ...{ ref: "main", environment: text, requiredContexts: [], payload: "{}" },
    }),
  createDeploymentStatus: ({ store, viewer, some }) =>
    createDeploymentStatus(store, viewer, some("deployments"), { state: "SUCCESS" }),
  deleteDeployment: ({ store, viewer, some }) =>
    deleteDeployment(store, viewer, some("deployments")),
  setEnvironment: ({ store, viewer, home, text }) => setEnvironment(store, viewer, home, text),
  deleteEnvironment: ({ store, viewer, some }) =>
    deleteEnvironment(store, viewer, some("environments")),
  setVariable: ({ store, viewer, some, text }) =>
    setSetting(store, viewer, some("environments"), "variables", text, text),
  deleteVariable: ({ store, viewer, home }) =>
    deleteSetting(store, viewer, home, "variables", "REGION"),
  createHook: ({ store, viewer, home, text }) =>
    createHook(store, viewer, home, { url: HOOK + text }),
  updateHook: ({ store, viewer, some, text }) =>
    updateHook(store, viewer, some("hooks"), { url: HOOK + text, active: false }),
  deleteHook: ({ store, viewer, some }) => deleteHook(store, viewer, some("hooks")),
  invite: ({ store, viewer, other, some }) =>
    setCollaborator(store, viewer, other, some("accounts"), "WRITE"),
  acceptInvitation: ({ store, viewer, some }) =>
    answerInvitation(store, viewer, some("invitations"), true),
  cancelInvitation: ({ store, viewer, some }) =>
    cancelInvitation(store, viewer, some("invitations")),
  removeCollaborator: ({ store, viewer, home, some }) =>
    removeCollaborator(store, viewer, home, some("accounts")),
  dispatchRepository: ({ store, viewer, home, text }) =>
    dispatchRepository(store, viewer, home, text),
  dispatchWorkflow: ({ store, viewer, some }) =>
    dispatchWorkflow(store, viewer, some("workflows"), "main", { environment: "staging" }),
  star: ({ store, viewer, home, text }) => setStarred(store, viewer, home, text.length > 4),
  createRelease: ({ store, viewer, home, text }) =>
    createRelease(store, viewer, home, { tagName: text }),
  deleteRelease: ({ store, viewer, some }) => deleteRelease(store, viewer, some("releases")),
  uploadAsset: ({ store, viewer, some, text }) =>
    createReleaseAsset(store, viewer, some("releases"), {
      name: text,
      label: null,
      contentType: "text/plain",
      bytes: Buffer.from(text),
    }),
  renameAsset: ({ store, viewer, some, text }) =>
    updateReleaseAsset(store, viewer, some("releaseAssets"), { name: text }),
  rerun: ({ store, viewer, some }) => rerunWorkflowRun(store, viewer, some("workflowRuns")),
}

const change = fc.record({
  name: fc.constantFrom(...Object.keys(CHANGES)),
  picks: fc.array(fc.nat(1000), { minLength: 2, maxLength: 2 }),
  text: fc.stringMatching(/^[a-z]{1,8}$/),
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Executes changes as far as the rules allow; a refused change may stop half-way. */
function executeChanges(stage: ReturnType<typeof planted>, changes: readonly Change[]): void {
  for (const { name, picks, text } of changes) {
    let turn = 0
    const some = <Name extends keyof Tables>(table: Name): Tables[Name] => {
      const rows: Tables[Name][] = stage.store.tables[table].values() as never
      const row = rows[(picks[turn++ % 2] ?? 0) % Math.max(rows.length, 1)]
      if (!row) throw new Refusal("NOT_FOUND", `there is no row in ${table}`)
      return row
    }
    try {
      CHANGES[name]?.({ ...stage, some, text })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}

/** Everything that a change can change. */
const everything = (store: Store) => ({
  state: snapshot(store, new Map()),
  sequences: Object.fromEntries(store.sequences),
  time: store.clock.last(),
  applied: [...store.applied],
  blobs: [...store.git.blobs.keys()],
  trees: [...store.git.trees.keys()],
  commits: [...store.git.commits.keys()],
})

function expectTrueCounts(store: Store): void {
  for (const table of ["issues", "pullRequests"] as const) {
    for (const row of store.tables[table].values()) {
      const comments = countBy(store, "issueComments", "subject", subjectKey(row))
      expect(row.commentCount, `comments of ${row.kind} ${row.id}`).toBe(comments)
    }
  }
}

/** Each index must equal one that is rebuilt from the rows. */
function expectTrueIndexes(store: Store): void {
  for (const [name, definitions] of Object.entries(INDEXES)) {
    const table = store.tables[name as keyof Tables]
    for (const [index, definition] of Object.entries(definitions)) {
      const fresh = new Index(definition as AnyIndex<{ readonly id: number }>, () => table.values())
      const held = table.index(index)
      expect([...held.keys()].sort(), `${name} by ${index}`).toEqual([...fresh.keys()].sort())
      for (const key of fresh.keys()) {
        const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
        expect(ids(held.rows(key)), `${name} by ${index} ${key}`).toEqual(ids(fresh.rows(key)))
      }
    }
  }
}

const lists = fc.array(change, { minLength: 1, maxLength: 12 })

describe("a store after random changes", () => {
  test("is restored by a refused transaction, with its indexes and counts", () => {
    const stage = planted()
    const { store } = stage
    fc.assert(
      fc.property(lists, lists, (kept, refused) => {
        transaction(store, () => executeChanges(stage, kept))
        const before = everything(store)
        const attempt = () =>
          transaction(store, () => {
            executeChanges(stage, refused)
            throw new Refusal("UNPROCESSABLE", "refused half-way")
          })
        expect(attempt).toThrow("refused half-way")
        expect(everything(store)).toEqual(before)
        expectTrueIndexes(store)
        expectTrueCounts(store)
      }),
      { numRuns: 40 },
    )
  })

  test("is restored by undo to the start of a journal, several times", () => {
    const stage = planted()
    const { store } = stage
    const start = everything(store)
    const journal = begin(store)
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 3 }), (histories) => {
        const issue = get(store, "issues", 1)
        for (const history of histories) transaction(store, () => executeChanges(stage, history))
        undo(store, journal)
        expect(everything(store)).toEqual(start)
        expect(get(store, "issues", 1)).toBe(issue)
        expectTrueIndexes(store)
      }),
      { numRuns: 40 },
    )
  })
})
