import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { defaultSeed } from "../default-seed.js"
import { plantSeed, requireAccount, sessionFor } from "../seed/index.js"
import { snapshot } from "../snapshot/index.js"
import {
  type AnyIndex,
  begin,
  createStore,
  Index,
  indexesOf,
  type Repository,
  type Store,
  steppingClock,
  subjectKey,
  TABLE_NAMES,
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
import {
  closeIssue,
  createIssue,
  deleteIssue,
  pinIssue,
  reopenIssue,
  setLocked,
  updateIssue,
} from "./issues.js"
import { addLabels } from "./labelables.js"
import { createLabel, deleteLabel, updateLabel } from "./labels.js"
import { mergePullRequest, updatePullRequestBranch } from "./merge.js"
import { createMilestone, deleteMilestone } from "./milestones.js"
import { removeTeamMember, setTeamMember } from "./organizations.js"
import { createPages, deletePages, updatePages } from "./pages.js"
import { removeProtection, setProtection } from "./protection.js"
import { closePullRequest, reopenPullRequest } from "./pulls.js"
import { dispatchRepository } from "./pushed-workflows.js"
import { addReaction, removeReaction } from "./reactions.js"
import { createRef, deleteRef, updateRef } from "./refs.js"
import { createRelease, createReleaseAsset, deleteRelease, updateReleaseAsset } from "./releases.js"
import { addPullRequestReview } from "./reviews.js"
import { type Session, sessionOf } from "./session.js"
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

function planted(): { store: Session; home: Repository; other: Repository } {
  const store = createStore({ clock: steppingClock(), webUrl: "https://github.com" })
  plantSeed(store, seed)
  const home = store.repositoryByName("octocat", "hello-world")
  const other = store.repositoryByName("octocat", "big")
  if (!home || !other) throw new Error("the default store has other repositories")
  return { store: sessionFor(store, requireAccount(store, "octocat", "test")), home, other }
}

type Stage = ReturnType<typeof planted> & {
  /** A row of a table. */
  some: <Name extends keyof Tables>(table: Name) => Tables[Name]
  text: string
}

/** An installation, which alone writes checks. */
const appOf = ({ store, home }: Stage): Session =>
  sessionOf(store, {
    ...store.viewer,
    grant: { permissions: { checks: "write" }, ownerId: home.ownerId, repositoryIds: null },
  })

const tipOf = ({ home }: Stage, branch = "main"): string =>
  home.refs.get(`refs/heads/${branch}`) ?? ""

const HOOK = "https://example.com/"

const CHANGES: Readonly<Record<string, (stage: Stage) => unknown>> = {
  createIssue: ({ store, home, text }) =>
    createIssue(store, home, { title: text, labelIds: [1, 2], assigneeIds: [1] }),
  updateIssue: ({ store, some, text }) =>
    updateIssue(store, some("issues"), { title: text, body: text, labelIds: [] }),
  closeIssue: ({ store, some }) => closeIssue(store, some("issues"), "COMPLETED", some("issues")),
  reopenIssue: ({ store, some }) => reopenIssue(store, some("issues")),
  deleteIssue: ({ store, some }) => deleteIssue(store, some("issues")),
  transferIssue: ({ store, some, other }) => transferIssue(store, some("issues"), other, true),
  addSubIssue: ({ store, some }) => addSubIssue(store, some("issues"), some("issues"), true),
  pinIssue: ({ store, some }) => pinIssue(store, some("issues")),
  lock: ({ store, some }) => setLocked(store, some("issues"), true, "SPAM"),
  addComment: ({ store, some, text }) => addComment(store, some("issues"), `${text}!`),
  deleteComment: ({ store, some }) => deleteIssueComment(store, some("issueComments")),
  addReaction: ({ store, some }) => addReaction(store, some("issueComments"), "EYES"),
  removeReaction: ({ store, some }) => removeReaction(store, some("issues"), "HEART"),
  createLabel: ({ store, home, text }) => createLabel(store, home, { name: text, color: "ff0000" }),
  updateLabel: ({ store, some, text }) => updateLabel(store, some("labels"), { name: text }),
  deleteLabel: ({ store, some }) => deleteLabel(store, some("labels")),
  addLabels: ({ store, some }) => addLabels(store, some("pullRequests"), [some("labels")]),
  createMilestone: ({ store, home, text }) => createMilestone(store, home, { title: text }),
  deleteMilestone: ({ store, some }) => deleteMilestone(store, some("milestones")),
  merge: ({ store, some }) =>
    mergePullRequest(store, some("pullRequests"), { mergeMethod: "SQUASH" }),
  updateBranch: ({ store, some }) =>
    updatePullRequestBranch(store, some("pullRequests"), { updateMethod: "MERGE" }),
  closePull: ({ store, some }) => closePullRequest(store, some("pullRequests")),
  reopenPull: ({ store, some }) => reopenPullRequest(store, some("pullRequests")),
  review: ({ store, some, text }) =>
    addPullRequestReview(store, some("pullRequests"), {
      body: `${text}!`,
      event: "COMMENT",
      threads: [],
    }),
  resolve: ({ store, some }) => setThreadResolved(store, some("reviewThreads"), true),
  createRef: ({ store, home }) =>
    createRef(store, home, "refs/heads/new", home.refs.get("refs/heads/main") ?? ""),
  deleteRef: ({ store, home }) => deleteRef(store, home, [...home.refs.keys()].at(-1) ?? ""),
  updateRef: (stage) =>
    updateRef(stage.store, stage.home, "refs/heads/new", tipOf(stage, "rewrite"), true),
  createCheckRun: (stage) =>
    createCheckRun(appOf(stage), stage.home, tipOf(stage), {
      name: stage.text,
    }),
  updateCheckRun: (stage) =>
    updateCheckRun(appOf(stage), stage.some("workflowJobs"), {
      conclusion: "FAILURE",
    }),
  rerequestCheckRun: (stage) => rerequestCheckRun(appOf(stage), stage.some("workflowJobs")),
  createCheckSuite: (stage) => createCheckSuite(appOf(stage), stage.home, tipOf(stage, "rewrite")),
  createStatus: (stage) =>
    createCommitStatus(stage.store, stage.home, {
      ...{ oid: tipOf(stage), state: "PENDING", context: stage.text },
    }),
  createDeployment: ({ store, home, text }) =>
    createDeployment(store, home, {
      ...{ ref: "main", environment: text, requiredContexts: [], payload: "{}" },
    }),
  createDeploymentStatus: ({ store, some }) =>
    createDeploymentStatus(store, some("deployments"), { state: "SUCCESS" }),
  deleteDeployment: ({ store, some }) => deleteDeployment(store, some("deployments")),
  setEnvironment: ({ store, home, text }) => setEnvironment(store, home, text),
  deleteEnvironment: ({ store, some }) => deleteEnvironment(store, some("environments")),
  setVariable: ({ store, some, text }) =>
    setSetting(store, some("environments"), "variables", text, text),
  deleteVariable: ({ store, home }) => deleteSetting(store, home, "variables", "REGION"),
  createHook: ({ store, home, text }) => createHook(store, home, { url: HOOK + text }),
  updateHook: ({ store, some, text }) =>
    updateHook(store, some("hooks"), { url: HOOK + text, active: false }),
  deleteHook: ({ store, some }) => deleteHook(store, some("hooks")),
  invite: ({ store, other, some }) => setCollaborator(store, other, some("accounts"), "WRITE"),
  acceptInvitation: ({ store, some }) => answerInvitation(store, some("invitations"), true),
  cancelInvitation: ({ store, some }) => cancelInvitation(store, some("invitations")),
  setTeamMember: ({ store, some, text }) =>
    setTeamMember(
      store,
      some("teams"),
      some("accounts"),
      text.length > 4 ? "MEMBER" : "MAINTAINER",
    ),
  removeTeamMember: ({ store, some }) => removeTeamMember(store, some("teams"), some("accounts")),
  protect: ({ store, home, text }) =>
    setProtection(store, home, text.length > 4 ? "main" : "rewrite", {
      ...{ approvals: 1, checks: [text], isStrict: true, isAdminEnforced: text.length > 6 },
      ...{ allowsForcePushes: false, allowsDeletions: false, isLocked: false },
      allowsForkSyncing: false,
    }),
  unprotect: ({ store, home, some }) => removeProtection(store, home, some("branchProtections")),
  createPages: ({ store, home }) => createPages(store, home, { path: "/docs" }),
  updatePages: ({ store, some, text }) => {
    const row = some("pages")
    updatePages(store, store.get("repositories", row.repositoryId), row, { cname: text })
  },
  deletePages: ({ store, some }) => {
    const row = some("pages")
    deletePages(store, store.get("repositories", row.repositoryId), row)
  },
  removeCollaborator: ({ store, home, some }) => removeCollaborator(store, home, some("accounts")),
  dispatchRepository: ({ store, home, text }) => dispatchRepository(store, home, text),
  dispatchWorkflow: ({ store, some }) =>
    dispatchWorkflow(store, some("workflows"), "main", { environment: "staging" }),
  star: ({ store, home, text }) => setStarred(store, home, text.length > 4),
  createRelease: ({ store, home, text }) => createRelease(store, home, { tagName: text }),
  deleteRelease: ({ store, some }) => deleteRelease(store, some("releases")),
  uploadAsset: ({ store, some, text }) =>
    createReleaseAsset(store, some("releases"), {
      name: text,
      label: null,
      contentType: "text/plain",
      bytes: Buffer.from(text),
    }),
  renameAsset: ({ store, some, text }) =>
    updateReleaseAsset(store, some("releaseAssets"), { name: text }),
  rerun: ({ store, some }) => rerunWorkflowRun(store, some("workflowRuns")),
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
      const comments = store.countBy("issueComments", "subject", subjectKey(row))
      expect(row.commentCount, `comments of ${row.kind} ${row.id}`).toBe(comments)
    }
  }
}

/** Each index must equal one that is rebuilt from the rows. */
function expectTrueIndexes(store: Store): void {
  for (const name of TABLE_NAMES) {
    const table = store.tables[name]
    for (const [index, definition] of Object.entries(indexesOf(name))) {
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
        const issue = store.get("issues", 1)
        for (const history of histories) transaction(store, () => executeChanges(stage, history))
        undo(store, journal)
        expect(everything(store)).toEqual(start)
        expect(store.get("issues", 1)).toBe(issue)
        expectTrueIndexes(store)
      }),
      { numRuns: 40 },
    )
  })
})
