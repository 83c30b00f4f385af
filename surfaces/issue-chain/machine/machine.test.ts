import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { all } from "../../../test/some.js"
import {
  type ChainState,
  initialState,
  type Spawn,
  type Transition,
  type Traversal,
  transition,
  type Verdict,
} from "./index.js"

const spawn = (issue: number, more: Partial<Spawn> = {}): Spawn => ({
  issue,
  kind: "sister-bug",
  same_file_as_root: false,
  same_skill_as_root: false,
  found: "open",
  ...more,
})

/** The verdict of a worker on an issue: `verified` without spawns unless a story says otherwise. */
type Story = Readonly<Record<number, Verdict | readonly Spawn[]>>

interface Run extends Transition {
  /** In the order of processing. */
  readonly order: readonly number[]
}

function run(roots: readonly number[], story: Story = {}, traversal: Traversal = "dfs"): Run {
  let last = transition(initialState(roots, traversal), { type: "begun" })
  const order: number[] = []
  while (last.state.current !== null) {
    const issue = last.state.current
    order.push(issue)
    const spawnedIssues = story[issue] ?? []
    const verdict = typeof spawnedIssues === "string" ? spawnedIssues : "verified"
    const spawned = typeof spawnedIssues === "string" ? [] : spawnedIssues
    last = transition(last.state, { type: "worked", verdict, spawned })
  }
  return { ...last, order }
}

const left = ({ state }: Run) =>
  Object.fromEntries(state.filed_only.map(({ issue, because }) => [issue, because]))

describe("the roots of an issue chain", () => {
  it("are processed in ascending order, each once", () => {
    expect(run([50, 44, 45, 44]).order).toEqual([44, 45, 50])
  })
})

describe("a spawned issue", () => {
  const story = { 44: [spawn(70)] }
  it("is processed before the next root with dfs", () => {
    expect(run([44, 45, 50], story).order).toEqual([44, 70, 45, 50])
  })
  it("is processed after the last root with bfs", () => {
    expect(run([44, 45, 50], story, "bfs").order).toEqual([44, 45, 50, 70])
  })
  it("is processed in reverse order of its siblings with dfs, and in their order with bfs", () => {
    const two = { 44: [spawn(70), spawn(71)] }
    expect(run([44], two).order).toEqual([44, 71, 70])
    expect(run([44], two, "bfs").order).toEqual([44, 70, 71])
  })
  it("belongs to the root of the issue that spawned it", () => {
    const { state } = run([44, 45], { 45: [spawn(70)], 70: [spawn(71)] })
    expect([state.root_ids[70], state.root_ids[71]]).toEqual([45, 45])
    expect([state.depths[70], state.depths[71]]).toEqual([1, 2])
  })
  it.each([
    ["of the same file", { kind: "idea", same_file_as_root: true }, true],
    ["of the same skill", { kind: "idea", same_skill_as_root: true }, true],
    ["a sister-bug", { kind: "sister-bug" }, true],
    ["none of these", { kind: "idea" }, false],
  ])("is processed only if it is eligible: %s", (_what, more, isEligible) => {
    const ran = run([44], { 44: [spawn(70, more)] })
    expect(ran.order).toEqual(isEligible ? [44, 70] : [44])
    expect(left(ran)).toEqual(isEligible ? {} : { 70: "ineligible" })
  })
  it("is filed only if it is missing or closed on GitHub", () => {
    const ran = run([44], { 44: [spawn(70, { found: "missing" }), spawn(71, { found: "closed" })] })
    expect(ran.order).toEqual([44])
    expect(left(ran)).toEqual({ 70: "missing", 71: "closed" })
  })
  it("is processed once if spawned several times, and a root remains a root", () => {
    const ran = run([44, 45], { 44: [spawn(70), spawn(70), spawn(45), spawn(44)], 70: [spawn(44)] })
    expect(ran.order).toEqual([44, 70, 45])
    expect(ran.state.root_ids[45]).toBe(45)
    expect(left(ran)).toEqual({})
  })
})

describe("the limits of an issue chain", () => {
  it("allow three levels of issues below a root", () => {
    const ran = run([1], { 1: [spawn(2)], 2: [spawn(3)], 3: [spawn(4)], 4: [spawn(5)] })
    expect(ran.order).toEqual([1, 2, 3, 4])
    expect(left(ran)).toEqual({ 5: "depth_cap" })
  })
  it("count the depth of an issue from its own root", () => {
    const story = { 2: [spawn(3)], 3: [spawn(4)], 4: [spawn(5)] }
    expect(run([1, 2], story).order).toEqual([1, 2, 3, 4, 5])
  })
  it("allow ten issues in all, including queued ones", () => {
    const many = Array.from({ length: 12 }, (_, index) => spawn(100 + index))
    const ran = run([1, 2], { 1: many }, "bfs")
    expect(ran.order).toEqual([1, 2, 100, 101, 102, 103, 104, 105, 106, 107])
    expect(left(ran)).toEqual({ ...fill([108, 109, 110, 111], "issues_cap") })
  })
  it("exclude the eleventh root", () => {
    const ran = run([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(ran.order).toHaveLength(10)
    expect(left(ran)).toEqual({ 11: "issues_cap" })
  })
})

const fill = (issues: readonly number[], because: string) =>
  Object.fromEntries(issues.map((issue) => [issue, because]))

describe("a failed issue", () => {
  it("stops only the subtree of its root", () => {
    const ran = run([44, 45], { 44: [spawn(70), spawn(71)], 71: "failed" })
    expect(ran.order).toEqual([44, 71, 45])
    expect(ran.state).toMatchObject({
      failed_roots: [44],
      failed_at: [71],
      chained: [44, 45],
      processed: { 44: "verified", 71: "failed", 45: "verified" },
    })
    expect(left(ran)).toEqual({ 70: "root_failed" })
  })
  it("that is the only root ends the chain", () => {
    const ran = run([44], { 44: "failed" })
    expect(ran.effects.map(({ type }) => type)).toEqual(["halted", "ended"])
    expect(ran.state.chained).toEqual([])
  })
})

describe("an event in the wrong state of an issue chain", () => {
  const begun = transition(initialState([1], "dfs"), { type: "begun" })
  const worked = { type: "worked", verdict: "verified", spawned: [] } as const
  it("is rejected", () => {
    expect(() => transition(initialState([1], "dfs"), worked)).toThrow("No issue is in progress")
    expect(() => transition(begun.state, { type: "begun" })).toThrow("has already started")
    const { state } = transition(begun.state, worked)
    expect(() => transition(state, worked)).toThrow("The chain has ended")
  })
})

describe("a random issue chain", () => {
  const issue = fc.integer({ min: 1, max: 25 })
  const spawns = fc.array(
    fc.record({
      issue,
      kind: fc.constantFrom("sister-bug", "idea"),
      same_file_as_root: fc.boolean(),
      same_skill_as_root: fc.boolean(),
      found: fc.constantFrom("open", "open", "open", "closed", "missing"),
    }),
    { maxLength: 6 },
  )
  const outcome = fc.oneof({ weight: 4, arbitrary: spawns }, fc.constant<Verdict>("failed"))
  const stories = fc.dictionary(issue.map(String), outcome, { maxKeys: 25 })
  const forest = fc.record({
    roots: fc.uniqueArray(issue, { minLength: 1, maxLength: 12 }),
    story: stories,
    traversal: fc.constantFrom("dfs", "bfs"),
  })

  it("is processed as in the contract's pseudo-code", () => {
    fc.assert(
      fc.property(forest, ({ roots, story, traversal }) => {
        const { state, order } = run(roots, story as Story, traversal)
        const expected = pseudoCode(roots, story as Story, traversal)
        expect(order).toEqual(expected.order)
        expect(summary(state)).toEqual(expected.summary)
        expect(new Set(order).size).toBe(order.length)
        expect(order.length).toBeLessThanOrEqual(10)
        for (const one of order) expect(state.depths[one]).toBeLessThanOrEqual(3)
      }),
      { numRuns: all ? 20_000 : 1_000 },
    )
  })

  const summary = ({
    processed,
    chained,
    failed_roots,
    failed_at,
    depths,
    root_ids,
  }: ChainState) => ({
    processed,
    chained,
    failed_roots,
    failed_at,
    depths,
    root_ids,
  })

  /** The loop from the contract, with its names and mutable variables. */
  function pseudoCode(roots: readonly number[], story: Story, traversal: Traversal) {
    let queue = [...roots].sort((a, b) => a - b)
    const depthMap = new Map(queue.map((root) => [root, 0]))
    const rootIdMap = new Map(queue.map((root) => [root, root]))
    const processed = new Map<number, Verdict>()
    const chainedOrder: number[] = []
    const failRoots: number[] = []
    const failedAt: number[] = []
    const manifest: Spawn[] = []
    const order: number[] = []
    while (queue.length > 0) {
      if (processed.size >= 10) break
      const current = queue.shift() as number
      const currentRoot = rootIdMap.get(current) as number
      if (failRoots.includes(currentRoot)) continue
      const preLen = manifest.length
      order.push(current)
      const outcome = story[current] ?? []
      if (outcome === "failed") {
        processed.set(current, "failed")
        failRoots.push(currentRoot)
        failedAt.push(current)
        queue = queue.filter((one) => rootIdMap.get(one) !== currentRoot)
        continue
      }
      manifest.push(...(outcome as readonly Spawn[]))
      processed.set(current, "verified")
      chainedOrder.push(current)
      for (const one of manifest.slice(preLen)) {
        const nextDepth = (depthMap.get(current) as number) + 1
        const eligible =
          one.same_file_as_root || one.same_skill_as_root || one.kind === "sister-bug"
        const fits = nextDepth <= 3 && processed.size + queue.length + 1 <= 10
        // Rules that the contract leaves open: an issue occurs once in the chain, exists and is open.
        if (!eligible || !fits || one.found !== "open" || depthMap.has(one.issue)) continue
        if (traversal === "dfs") queue.unshift(one.issue)
        else queue.push(one.issue)
        depthMap.set(one.issue, nextDepth)
        rootIdMap.set(one.issue, currentRoot)
      }
    }
    return {
      order,
      summary: {
        processed: Object.fromEntries(processed),
        chained: chainedOrder,
        failed_roots: failRoots,
        failed_at: failedAt,
        depths: Object.fromEntries(depthMap),
        root_ids: Object.fromEntries(rootIdMap),
      },
    }
  }
})
