import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { eventually } from "../../test/eventually.js"
import { bindTree, chain } from "../index.js"
import {
  data,
  errors,
  type GithubDouble,
  handWritten,
  loaded,
  operationOf,
  type ReceivedRequest,
  type Reply,
  startGithub,
  tree,
} from "../testing/index.js"

let github: GithubDouble
let ghx: typeof tree

const issueInput = { owner: "octocat", repo: "hello-world", issue_number: 1 }

function answer({ query, variables }: ReceivedRequest): Reply {
  switch (query.match(/(?:query|mutation) (\w+)/)?.[1]) {
    case "IssueView":
      return data({
        repository: { issue: { number: variables.issue_number, title: "Bug", milestone: null } },
      })
    case "IssueId":
      return data({ repository: { issue: { id: "I_1" } } })
    case "LabelId":
      return data({ repository: { label: { id: `L_${variables.name}` } } })
    case "IssueLabelsAdd":
      return data({
        addLabelsToLabelable: { labelable: { number: 1, labels: { nodes: [{ name: "bug" }] } } },
      })
    case "ThreadReply":
      return data({ addReply: { comment: { id: `C_${variables.body}` } } })
    case "ThreadResolve":
      return data({ resolveReviewThread: { thread: { isResolved: true } } })
    default:
      return { status: 500 }
  }
}

beforeEach(async () => {
  github = await startGithub(answer)
  ghx = bindTree(tree, github.client())
})
afterEach(() => github.close())

/** `passed` resolves once this many have entered. */
function gate(entries: number): { enter(): void; passed: Promise<void> } {
  let left = entries
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  const enter = () => {
    left -= 1
    if (left === 0) open()
  }
  return { enter, passed }
}

/** Waits until the events that are already pending have been handled. */
async function afterOtherEvents(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
}

describe("a chain", () => {
  test("sends nothing until it is awaited, and runs once", async () => {
    const both = chain(
      ghx.issue.view(issueInput),
      ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." }),
    )
    await new Promise(setImmediate)
    expect(github.requests).toHaveLength(0)
    const [first, second] = await Promise.all([both, both.run()])
    expect(first).toBe(second)
    expect(first).toEqual({
      status: "success",
      results: [
        {
          task: "issue.view",
          ok: true,
          data: { number: 1, title: "Bug", milestone: null },
        },
        { task: "pr.thread.reply", ok: true, data: { id: "C_Done." } },
      ],
      meta: {
        route_used: "graphql",
        total: 2,
        succeeded: 2,
        failed: 0,
        requests: 2,
        cost: { points: 6 },
      },
    })
    await expect(both.run({ concurrency: 1 })).rejects.toThrow("options no longer have an effect")
  })

  test("runs the other steps if one fails, and reports status partial", async () => {
    github.answer = (request) =>
      request.variables.issue_number === 2 ? { fault: "reset" } : answer(request)
    const { status, results, meta } = await chain(
      ghx.issue.view(issueInput),
      ghx.issue.view({ ...issueInput, issue_number: 2 }),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(status).toBe("partial")
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(results[1]).toMatchObject({ task: "issue.view", error: { code: "NETWORK" } })
    expect(meta).toMatchObject({ total: 3, succeeded: 2, failed: 1, requests: 3 })
  })

  test("reports status failed if every step fails", async () => {
    github.answer = () => errors({ type: "NOT_FOUND", message: "Could not resolve to a node" })
    const { status } = await chain(
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
      ghx.pr.thread.resolve({ thread_id: "T_2" }),
    )
    expect(status).toBe("failed")
  })

  test("succeeds without a request if it has no steps", async () => {
    expect(await chain()).toEqual({
      status: "success",
      results: [],
      meta: { route_used: "graphql", total: 0, succeeded: 0, failed: 0, requests: 0 },
    })
  })

  test("flattens nested chains", async () => {
    const replies = chain(
      ...["a", "b"].map((body) => ghx.pr.thread.reply({ thread_id: "T_1", body })),
    )
    const { results } = await chain(replies, chain(chain(), ghx.issue.view(issueInput)))
    expect(results.map(({ task }) => task)).toEqual([
      "pr.thread.reply",
      "pr.thread.reply",
      "issue.view",
    ])
    await expect(replies).rejects.toThrow("This chain already belongs to a chain")
  })

  test("rejects a step or a chain that already ran or belongs to a chain", async () => {
    const step = ghx.issue.view(issueInput)
    expect(() => chain(step, step)).toThrow("Step issue.view already belongs to a chain")
    const ran = chain(ghx.issue.view(issueInput))
    await ran
    expect(() => chain(ran)).toThrow("This chain already ran")
    expect(github.requests).toHaveLength(1)
  })

  test("rejects an argument that is not a step, such as an awaited result", async () => {
    const envelope: unknown = await ghx.issue.view(issueInput)
    for (const item of [envelope, Promise.resolve(envelope), null, "issue.view"]) {
      expect(() => chain(item as ReturnType<typeof ghx.issue.view>)).toThrow("without `await`")
    }
  })

  test("runs the other steps if the code of one step throws", async () => {
    const definition = await loaded(tree.pr.thread.reply)
    const variables = () => {
      throw new Error("a defect")
    }
    const graphql = definition.graphql && { ...definition.graphql, variables }
    const { defect } = bindTree(
      { defect: handWritten({ ...definition, ...(graphql && { graphql }) }) },
      github.client(),
    )
    const { results } = await chain(
      defect({ thread_id: "T_1", body: "x" }),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(results[0]).toMatchObject({
      error: { code: "UNKNOWN", message: "Unexpected error: a defect" },
    })
    expect(results[1].ok).toBe(true)
  })

  test("counts lookups in meta.requests", async () => {
    const { meta } = await chain(
      ghx.issue.labels.add({ ...issueInput, labels: ["bug", "ui"] }),
      ghx.issue.view(issueInput),
    )
    expect(meta.requests).toBe(5)
  })
})

describe("request order in a chain", () => {
  test("starts with reads and lookups, then mutations one by one in order", async () => {
    let mutating = 0
    let most = 0
    const reads = gate(2)
    github.answer = async (request) => {
      if (!request.query.startsWith("mutation")) {
        // The lookups of the first step are answered last; its mutation must still be sent first.
        if (operationOf(request) === "IssueId") await reads.passed
        else reads.enter()
        return answer(request)
      }
      mutating += 1
      most = Math.max(most, mutating)
      await afterOtherEvents()
      mutating -= 1
      return answer(request)
    }
    const { status } = await chain(
      ghx.issue.labels.add({ ...issueInput, labels: ["bug"] }),
      ghx.pr.thread.reply({ thread_id: "T_1", body: "Done." }),
      ghx.issue.view(issueInput),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(status).toBe("success")
    expect(most).toBe(1)
    const operations = github.requests.map(operationOf)
    expect(operations.slice(0, 3).sort()).toEqual(["IssueId", "IssueView", "LabelId"])
    expect(operations.slice(3)).toEqual(["IssueLabelsAdd", "ThreadReply", "ThreadResolve"])
  })

  test("omits a mutation whose lookup fails, and continues", async () => {
    github.answer = (request) =>
      operationOf(request) === "LabelId" ? data({ repository: { label: null } }) : answer(request)
    const { results } = await chain(
      ghx.issue.labels.add({ ...issueInput, labels: ["nope"] }),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(results[0]).toMatchObject({
      ok: false,
      error: { code: "NOT_FOUND", details: { outcome: "not_sent" } },
    })
    expect(results[1].ok).toBe(true)
    expect(github.requests.map(operationOf)).not.toContain("IssueLabelsAdd")
  })

  test("has as many queries in parallel as concurrency allows", async () => {
    let running = 0
    let most = 0
    const three = gate(3)
    github.answer = async (request) => {
      running += 1
      most = Math.max(most, running)
      three.enter()
      await three.passed
      await afterOtherEvents()
      running -= 1
      return answer(request)
    }
    const views = Array.from({ length: 9 }, (_, index) =>
      ghx.issue.view({ ...issueInput, issue_number: index + 1 }),
    )
    const { meta } = await chain(...views).run({ concurrency: 3 })
    expect(meta).toMatchObject({ succeeded: 9, requests: 9 })
    expect(most).toBe(3)
    await expect(chain().run({ concurrency: 0 })).rejects.toThrow("number")
  })
})

describe("the validation of a chain", () => {
  test("rejects every step without a request if one input is invalid", async () => {
    const { status, results, meta } = await chain(
      ghx.issue.view(issueInput),
      ghx.pr.thread.reply({ thread_id: "", body: "Done." }),
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
    )
    expect(status).toBe("failed")
    expect(github.requests).toHaveLength(0)
    expect(meta).toMatchObject({ failed: 3, requests: 0 })
    expect(results[1]).toMatchObject({
      error: {
        code: "VALIDATION",
        details: { issues: [{ pointer: "/thread_id" }], outcome: "not_sent" },
      },
    })
    const message = "Not sent: another step made the chain invalid"
    expect(results[0]).toMatchObject({ ok: false, error: { message, retryable: false } })
    expect(results[0]).not.toHaveProperty("error.details")
    expect(results[2]).toMatchObject({ error: { message, details: { outcome: "not_sent" } } })
  })

  test("rejects every step without a request if one has no HTTP route", async () => {
    const { results } = await chain(ghx.pr.checkout({ pull_number: 1 }), ghx.issue.view(issueInput))
    expect(results[0]).toMatchObject({
      error: {
        message: "capability 'pr.checkout' has no GraphQL or REST route and cannot be chained",
      },
    })
    expect(results[1]).toMatchObject({ ok: false, error: { code: "VALIDATION" } })
    expect(github.requests).toHaveLength(0)
  })

  test("accepts a single step without an HTTP route, like a single call", async () => {
    const { results } = await chain(ghx.pr.checkout({ pull_number: 1 }))
    expect(results[0]).toMatchObject({
      ok: false,
      error: { message: "pr.checkout has no route that works here; its routes: cli" },
    })
  })
})

describe("chain.run", () => {
  test("rejects with the results so far when the signal of the caller aborts", async () => {
    const early = chain(ghx.pr.thread.resolve({ thread_id: "T_1" }))
    await expect(early.run({ signal: AbortSignal.abort("no") })).rejects.toMatchObject({
      cause: "no",
      envelope: { results: [{ error: { details: { outcome: "not_sent" } } }] },
    })
    const controller = new AbortController()
    github.answer = () => {
      controller.abort("stop")
      return { fault: "hang" }
    }
    const late = chain(
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
      ghx.pr.thread.resolve({ thread_id: "T_2" }),
    ).run({ signal: controller.signal })
    await expect(late).rejects.toMatchObject({
      cause: "stop",
      envelope: {
        results: [
          { error: { details: { outcome: "unknown" } } },
          { error: { details: { outcome: "not_sent" } } },
        ],
      },
    })
    expect(github.requests).toHaveLength(1)
  })

  test("distinguishes writes of unknown outcome from unsent writes at its time limit", async () => {
    github.answer = () => ({ fault: "hang" })
    await eventually([300, 3000, 30_000], async (timeout_ms) => {
      const { results, meta } = await chain(
        ghx.pr.thread.resolve({ thread_id: "T_1" }),
        ghx.pr.thread.reply({ thread_id: "T_2", body: "Done." }),
      ).run({ timeout_ms })
      expect(results[0]).toMatchObject({
        error: { code: "NETWORK", retryable: true, details: { outcome: "unknown" } },
      })
      expect(results[1]).toMatchObject({
        error: { code: "NETWORK", retryable: true, details: { outcome: "not_sent" } },
      })
      expect(meta.requests).toBe(1)
    })
  })

  test.each<[string, () => unknown]>([
    [
      "throws an object without a prototype",
      () => {
        throw Object.create(null)
      },
    ],
    ["rejects with an object without a prototype", () => Promise.reject(Object.create(null))],
  ])("keeps all results if onStep %s", async (_, onStep) => {
    const { status, meta } = await chain(
      ghx.pr.thread.resolve({ thread_id: "T_1" }),
      ghx.pr.thread.resolve({ thread_id: "T_2" }),
    ).run({ onStep })
    expect(status).toBe("success")
    expect(meta.total).toBe(2)
  })
})
