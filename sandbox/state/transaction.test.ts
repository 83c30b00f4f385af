import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { defaultSeed } from "../default-seed.js"
import { plantSeed, requireAccount, viewerFor } from "../seed/index.js"
import { snapshot } from "../snapshot/index.js"
import {
  type AnyIndex,
  begin,
  countBy,
  createWorld,
  get,
  INDEXES,
  Index,
  type Repository,
  repositoryByName,
  steppingClock,
  subjectKey,
  type Tables,
  transaction,
  undo,
  type World,
} from "../tables/index.js"
import { addComment, deleteIssueComment } from "./comments.js"
import { Refusal } from "./errors.js"
import { closeIssue, createIssue, deleteIssue, reopenIssue, updateIssue } from "./issues.js"
import { addLabels } from "./labelables.js"
import { createLabel, deleteLabel, updateLabel } from "./labels.js"
import { pinIssue, setLocked } from "./lock-and-pin.js"
import { mergePullRequest, updatePullRequestBranch } from "./merge.js"
import { createMilestone, deleteMilestone } from "./milestones.js"
import type { Viewer } from "./permissions.js"
import { closePullRequest, reopenPullRequest } from "./pulls.js"
import { addReaction, removeReaction } from "./reactions.js"
import { createRef, deleteRef } from "./refs.js"
import { createRelease, createReleaseAsset, deleteRelease, updateReleaseAsset } from "./releases.js"
import { addPullRequestReview } from "./reviews.js"
import { addSubIssue } from "./sub-issues.js"
import { setStarred } from "./subscriptions.js"
import { setThreadResolved } from "./threads.js"
import { transferIssue } from "./transfer.js"
import { rerunWorkflowRun } from "./workflow-runs.js"

const seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((one) =>
    one.generate_issues ? { ...one, generate_issues: 3 } : one,
  ),
}

function planted(): { world: World; viewer: Viewer; home: Repository; other: Repository } {
  const world = createWorld({ clock: steppingClock(), webUrl: "https://github.com" })
  plantSeed(world, seed)
  const home = repositoryByName(world, "octocat", "hello-world")
  const other = repositoryByName(world, "octocat", "big")
  if (!home || !other) throw new Error("the default world has other repositories")
  return { world, viewer: viewerFor(world, requireAccount(world, "octocat", "test")), home, other }
}

type Stage = ReturnType<typeof planted> & {
  /** One of the rows of a table. */
  some: <Name extends keyof Tables>(table: Name) => Tables[Name]
  text: string
}

const CHANGES: Readonly<Record<string, (stage: Stage) => unknown>> = {
  createIssue: ({ world, viewer, home, text }) =>
    createIssue(world, viewer, home, { title: text, labelIds: [1, 2], assigneeIds: [1] }),
  updateIssue: ({ world, viewer, some, text }) =>
    updateIssue(world, viewer, some("issues"), { title: text, body: text, labelIds: [] }),
  closeIssue: ({ world, viewer, some }) =>
    closeIssue(world, viewer, some("issues"), "COMPLETED", some("issues")),
  reopenIssue: ({ world, viewer, some }) => reopenIssue(world, viewer, some("issues")),
  deleteIssue: ({ world, viewer, some }) => deleteIssue(world, viewer, some("issues")),
  transferIssue: ({ world, viewer, some, other }) =>
    transferIssue(world, viewer, some("issues"), other, true),
  addSubIssue: ({ world, viewer, some }) =>
    addSubIssue(world, viewer, some("issues"), some("issues"), true),
  pinIssue: ({ world, viewer, some }) => pinIssue(world, viewer, some("issues")),
  lock: ({ world, viewer, some }) => setLocked(world, viewer, some("issues"), true, "SPAM"),
  addComment: ({ world, viewer, some, text }) =>
    addComment(world, viewer, some("issues"), `${text}!`),
  deleteComment: ({ world, viewer, some }) =>
    deleteIssueComment(world, viewer, some("issueComments")),
  addReaction: ({ world, viewer, some }) =>
    addReaction(world, viewer, some("issueComments"), "EYES"),
  removeReaction: ({ world, viewer, some }) =>
    removeReaction(world, viewer, some("issues"), "HEART"),
  createLabel: ({ world, viewer, home, text }) =>
    createLabel(world, viewer, home, { name: text, color: "ff0000" }),
  updateLabel: ({ world, viewer, some, text }) =>
    updateLabel(world, viewer, some("labels"), { name: text }),
  deleteLabel: ({ world, viewer, some }) => deleteLabel(world, viewer, some("labels")),
  addLabels: ({ world, viewer, some }) =>
    addLabels(world, viewer, some("pullRequests"), [some("labels")]),
  createMilestone: ({ world, viewer, home, text }) =>
    createMilestone(world, viewer, home, { title: text }),
  deleteMilestone: ({ world, viewer, some }) => deleteMilestone(world, viewer, some("milestones")),
  merge: ({ world, viewer, some }) =>
    mergePullRequest(world, viewer, some("pullRequests"), { mergeMethod: "SQUASH" }),
  updateBranch: ({ world, viewer, some }) =>
    updatePullRequestBranch(world, viewer, some("pullRequests"), { updateMethod: "MERGE" }),
  closePull: ({ world, viewer, some }) => closePullRequest(world, viewer, some("pullRequests")),
  reopenPull: ({ world, viewer, some }) => reopenPullRequest(world, viewer, some("pullRequests")),
  review: ({ world, viewer, some, text }) =>
    addPullRequestReview(world, viewer, some("pullRequests"), {
      body: `${text}!`,
      event: "COMMENT",
      threads: [],
    }),
  resolve: ({ world, viewer, some }) =>
    setThreadResolved(world, viewer, some("reviewThreads"), true),
  createRef: ({ world, viewer, home }) =>
    createRef(world, viewer, home, "refs/heads/new", home.refs.get("refs/heads/main") ?? ""),
  deleteRef: ({ world, viewer, home }) =>
    deleteRef(world, viewer, home, [...home.refs.keys()].at(-1) ?? ""),
  star: ({ world, viewer, home, text }) => setStarred(world, viewer, home, text.length > 4),
  createRelease: ({ world, viewer, home, text }) =>
    createRelease(world, viewer, home, { tagName: text }),
  deleteRelease: ({ world, viewer, some }) => deleteRelease(world, viewer, some("releases")),
  uploadAsset: ({ world, viewer, some, text }) =>
    createReleaseAsset(world, viewer, some("releases"), {
      name: text,
      label: null,
      contentType: "text/plain",
      bytes: Buffer.from(text),
    }),
  renameAsset: ({ world, viewer, some, text }) =>
    updateReleaseAsset(world, viewer, some("releaseAssets"), { name: text }),
  rerun: ({ world, viewer, some }) => rerunWorkflowRun(world, viewer, some("workflowRuns")),
}

const change = fc.record({
  name: fc.constantFrom(...Object.keys(CHANGES)),
  picks: fc.array(fc.nat(1000), { minLength: 2, maxLength: 2 }),
  text: fc.stringMatching(/^[a-z]{1,8}$/),
})

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Carries changes out as far as the rules allow; a refused one may stop half-way. */
function carryOut(stage: ReturnType<typeof planted>, changes: readonly Change[]): void {
  for (const { name, picks, text } of changes) {
    let turn = 0
    const some = <Name extends keyof Tables>(table: Name): Tables[Name] => {
      const rows: Tables[Name][] = stage.world.tables[table].values() as never
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
const everything = (world: World) => ({
  state: snapshot(world, new Map()),
  sequences: Object.fromEntries(world.sequences),
  time: world.clock.last(),
  applied: [...world.applied],
  blobs: [...world.git.blobs.keys()],
  trees: [...world.git.trees.keys()],
  commits: [...world.git.commits.keys()],
})

function expectTrueCounts(world: World): void {
  for (const table of ["issues", "pullRequests"] as const) {
    for (const row of world.tables[table].values()) {
      const comments = countBy(world, "issueComments", "subject", subjectKey(row))
      expect(row.commentCount, `comments of ${row.kind} ${row.id}`).toBe(comments)
    }
  }
}

/** What each index holds must be what it would hold if it were made anew. */
function expectTrueIndexes(world: World): void {
  for (const [name, definitions] of Object.entries(INDEXES)) {
    const table = world.tables[name as keyof Tables]
    for (const [index, definition] of Object.entries(definitions)) {
      const fresh = new Index(definition as AnyIndex<{ readonly id: number }>)
      for (const row of table.values()) fresh.add(row)
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

describe("whatever was changed", () => {
  test("a transaction that is refused leaves the world as it was", () => {
    const stage = planted()
    const { world } = stage
    fc.assert(
      fc.property(lists, lists, (kept, refused) => {
        transaction(world, () => carryOut(stage, kept))
        const before = everything(world)
        const attempt = () =>
          transaction(world, () => {
            carryOut(stage, refused)
            throw new Refusal("UNPROCESSABLE", "refused half-way")
          })
        expect(attempt).toThrow("refused half-way")
        expect(everything(world)).toEqual(before)
        expectTrueIndexes(world)
        expectTrueCounts(world)
      }),
      { numRuns: 40 },
    )
  })

  test("a journal leads back to where it was begun, again and again", () => {
    const stage = planted()
    const { world } = stage
    const start = everything(world)
    const journal = begin(world)
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 3 }), (histories) => {
        const issue = get(world, "issues", 1)
        for (const history of histories) transaction(world, () => carryOut(stage, history))
        undo(world, journal)
        expect(everything(world)).toEqual(start)
        expect(get(world, "issues", 1)).toBe(issue)
        expectTrueIndexes(world)
      }),
      { numRuns: 40 },
    )
  })
})
