/** Type-level tests. `tsc` checks the assertions; at run time they do nothing. */
import { describe, expectTypeOf, test } from "vitest"
import {
  type Chain,
  type ChainResultEnvelope,
  type ChainStepResult,
  chain,
  executorOf,
  type Page,
  type ResultEnvelope,
  type ResultError,
  registryOf,
  type WithReferences,
} from "./index.js"
import {
  type IssueItem,
  type IssueViewInput,
  type IssueViewOutput,
  issueList,
  issueView,
  type ThreadReplyOutput,
  type ThreadResolveOutput,
  threadReply,
  threadResolve,
  userMe,
} from "./testing/index.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }

type View = ChainStepResult<"issue.view", IssueViewOutput>
type Reply = ChainStepResult<"pr.thread.reply", ThreadReplyOutput>
type Resolve = ChainStepResult<"pr.thread.resolve", ThreadResolveOutput>
type List = ChainStepResult<"issue.list", Page<IssueItem>>

type Ok<Result> = Extract<Result, { ok: true }>
type Failed<Result> = Extract<Result, { ok: false }>

const view = () => issueView(input)
const reply = () => threadReply({ thread_id: "T_1", body: "Done." })
const resolves = () => ["T_1", "T_2"].map((thread_id) => threadResolve({ thread_id }))

describe("the type of a capability", () => {
  test("accepts its input only", () => {
    expectTypeOf(issueView).toBeCallableWith(input)
    expectTypeOf<Parameters<typeof issueView>>().toEqualTypeOf<
      [input: WithReferences<IssueViewInput>]
    >()
    const mistakes = () => [
      // @ts-expect-error a property is missing
      issueView({ owner: "octocat", repo: "hello-world" }),
      // @ts-expect-error a property is unknown
      issueView({ ...input, issueNumber: 1 }),
      // @ts-expect-error a property has the wrong type
      issueView({ ...input, issue_number: "1" }),
      // @ts-expect-error an enum has the wrong case
      issueList({ owner: "octocat", repo: "hello-world", state: "open" }),
      // @ts-expect-error the input is needed
      issueView(),
    ]
    expectTypeOf(mistakes).toBeFunction()
    expectTypeOf(userMe).toBeCallableWith()
  })

  test("resolves to an envelope of its output", () => {
    expectTypeOf<Awaited<ReturnType<typeof issueView>>>().toEqualTypeOf<
      ResultEnvelope<IssueViewOutput>
    >()
    expectTypeOf(view().orThrow).returns.resolves.toEqualTypeOf<IssueViewOutput>()
    const run = () => view().run()
    expectTypeOf(run).returns.resolves.toEqualTypeOf<ResultEnvelope<IssueViewOutput>>()
  })

  test("has the literal id, and an unknown input", () => {
    expectTypeOf(view().id).toEqualTypeOf<"issue.view">()
    expectTypeOf(view().input).toEqualTypeOf<unknown>()
  })

  test("is an async iterator of items if it is a list", () => {
    const step = issueList({ owner: "octocat", repo: "hello-world" })
    const items = async () => {
      for await (const item of step) expectTypeOf(item).toEqualTypeOf<IssueItem>()
    }
    expectTypeOf(items).returns.resolves.toBeVoid()
    expectTypeOf(step.items()).toEqualTypeOf<AsyncGenerator<IssueItem, void, undefined>>()
    expectTypeOf(step.pages()).toEqualTypeOf<AsyncGenerator<Page<IssueItem>, void, undefined>>()
    expectTypeOf<Awaited<typeof step>>().toEqualTypeOf<ResultEnvelope<Page<IssueItem>>>()
  })
})

/** The results of a chain; never awaited, so nothing is sent. */
type ResultsOf<AnyChain> = AnyChain extends Chain<infer Results> ? Results : never

describe("the type of a chain", () => {
  test("contains the exact type of every result", () => {
    const several = chain(view(), reply(), issueList({ owner: "o", repo: "r" }))
    expectTypeOf<ResultsOf<typeof several>>().toEqualTypeOf<[View, Reply, List]>()
    const none = chain()
    expectTypeOf<ResultsOf<typeof none>>().toEqualTypeOf<[]>()
  })

  test("keeps the element type of arrays, alone and between other steps", () => {
    const alone = chain(...resolves())
    expectTypeOf<ResultsOf<typeof alone>>().toEqualTypeOf<Resolve[]>()
    const mixed = chain(view(), ...resolves(), reply())
    expectTypeOf<ResultsOf<typeof mixed>>().toEqualTypeOf<[View, ...Resolve[], Reply]>()
    const eithers = [view(), reply()]
    const either = chain(...eithers)
    expectTypeOf<ResultsOf<typeof either>>().toEqualTypeOf<(View | Reply)[]>()
  })

  test("flattens nested chains", () => {
    const nested = chain(chain(view(), chain(reply())), chain(), view())
    expectTypeOf<ResultsOf<typeof nested>>().toEqualTypeOf<[View, Reply, View]>()
    const spread = chain(view(), chain(...resolves()))
    expectTypeOf<ResultsOf<typeof spread>>().toEqualTypeOf<[View, ...Resolve[]]>()
  })

  test("is the same for an array as for separate arguments", () => {
    const several = chain([view(), reply()])
    expectTypeOf(several).toEqualTypeOf<Chain<[View, Reply]>>()
    expectTypeOf(chain([])).toEqualTypeOf<Chain<[]>>()
    expectTypeOf(chain(resolves())).toEqualTypeOf<Chain<Resolve[]>>()
    expectTypeOf(chain([view(), ...resolves()])).toEqualTypeOf<Chain<[View, ...Resolve[]]>>()
  })

  test("narrows the results by the status", () => {
    const read = async () => {
      const { status, results } = await chain(view(), ...resolves(), reply())
      if (status === "success") {
        const [first, ...rest] = results
        expectTypeOf(first).toEqualTypeOf<Ok<View>>()
        expectTypeOf(rest).toEqualTypeOf<[...Ok<Resolve>[], Ok<Reply>]>()
        expectTypeOf(first.data).toEqualTypeOf<IssueViewOutput>()
      } else if (status === "failed") {
        expectTypeOf(results).toEqualTypeOf<[Failed<View>, ...Failed<Resolve>[], Failed<Reply>]>()
        expectTypeOf(results[0].error).toEqualTypeOf<ResultError>()
      } else {
        expectTypeOf(results).toEqualTypeOf<[View, ...Resolve[], Reply]>()
        // @ts-expect-error: the type of a single step is unknown
        results[0].data.title
      }
    }
    expectTypeOf(read).returns.resolves.toBeVoid()
    const byName = async (settled: ChainResultEnvelope<View[]>) => {
      if (settled.status === "success") return settled.results.map(({ data }) => data)
      return []
    }
    expectTypeOf(byName).returns.resolves.toEqualTypeOf<IssueViewOutput[]>()
  })

  test("resolves with orThrow to the exact data of every step", () => {
    const mixed = () => chain(view(), ...resolves(), reply()).orThrow()
    expectTypeOf(mixed).returns.resolves.toEqualTypeOf<
      [IssueViewOutput, ...ThreadResolveOutput[], ThreadReplyOutput]
    >()
    const either = () => chain([view(), reply()].slice()).orThrow()
    expectTypeOf(either).returns.resolves.toEqualTypeOf<(IssueViewOutput | ThreadReplyOutput)[]>()
    const none = () => chain().orThrow()
    expectTypeOf(none).returns.resolves.toEqualTypeOf<[]>()
  })

  test("accepts only steps and chains", () => {
    // @ts-expect-error a promise of an envelope has been sent already
    const wrong = () => chain(view().run())
    expectTypeOf(wrong).toBeFunction()
  })
})

interface CapabilityMap {
  "issue.view": { input: IssueViewInput; output: IssueViewOutput }
  "pr.thread.reply": { input: { thread_id: string; body: string }; output: ThreadReplyOutput }
}

describe("the type of an executor", () => {
  const ghx = executorOf<CapabilityMap>({ registry: registryOf([], {}), catalog: async () => ({}) })

  test("derives input and output from a literal id", () => {
    const call = () => ghx.execute("issue.view", input)
    expectTypeOf(call).returns.resolves.toEqualTypeOf<ResultEnvelope<IssueViewOutput>>()
    // @ts-expect-error the input of another capability
    const wrong = () => ghx.execute("issue.view", { thread_id: "T_1" })
    expectTypeOf(wrong).toBeFunction()
    const task = () => ghx.executeTask({ task: "issue.view", input })
    expectTypeOf(task).returns.resolves.toEqualTypeOf<ResultEnvelope<IssueViewOutput>>()
    // @ts-expect-error the input of another capability
    const wrongTask = () => ghx.executeTask({ task: "issue.view", input: { body: "x" } })
    expectTypeOf(wrongTask).toBeFunction()
  })

  test("returns unknown output for any other string", () => {
    const call = (id: string) => ghx.execute(id, { anything: 1 })
    expectTypeOf(call).returns.resolves.toEqualTypeOf<ResultEnvelope<unknown>>()
  })

  test("returns a tuple of results for several literal ids", () => {
    const call = () =>
      ghx.executeTasks([
        { task: "issue.view", input },
        { task: "pr.thread.reply", input: { thread_id: "T_1", body: "Done." } },
      ])
    expectTypeOf(call).returns.resolves.toEqualTypeOf<ChainResultEnvelope<[View, Reply]>>()
    const wrong = () =>
      ghx.executeTasks([
        { task: "issue.view", input },
        // @ts-expect-error a property is missing
        { task: "pr.thread.reply", input: { thread_id: "T_1" } },
      ])
    expectTypeOf(wrong).toBeFunction()
    const strings = (tasks: { task: string; input: unknown }[]) => ghx.executeTasks(tasks)
    expectTypeOf(strings).returns.resolves.toEqualTypeOf<
      ChainResultEnvelope<ChainStepResult<string, unknown>[]>
    >()
  })
})
