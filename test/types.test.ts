/** Type-level tests of the generated SDK. `make check` compiles this file; nothing is sent. */
import {
  type Chain,
  type ChainStepResult,
  chain,
  each,
  execute,
  executeTask,
  executeTasks,
  ghx,
  type NodeId,
  type Page,
  type ResultEnvelope,
  type Sequence,
  type SkippedStep,
  type StepWithOut,
  sequence,
  type Value,
} from "ghx"
import { view } from "ghx/issue"
import { describe, expectTypeOf, it } from "vitest"
import type { IssueViewOutput } from "../generated/issue/view.js"
import type { PrThreadReplyOutput } from "../generated/pr/thread/reply.js"
import type { PrThreadResolveOutput } from "../generated/pr/thread/resolve.js"
import type { PrThreadsListItem } from "../generated/pr/threads/list.js"

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }

describe("an input", () => {
  it("has the types of the contract", () => {
    expectTypeOf(ghx.issue.view(issue)).toEqualTypeOf<StepWithOut<"issue.view", IssueViewOutput>>()
    // @ts-expect-error: a number, not a string
    void ghx.issue.view({ ...issue, issue_number: "1" })
    // @ts-expect-error: a property that does not exist
    void ghx.issue.view({ ...issue, issueNumber: 1 })
    // @ts-expect-error: a property is missing
    void ghx.issue.view({ owner: "octocat", repo: "hello-world" })
    // @ts-expect-error: REST's spelling of the enum
    void ghx.issue.list({ owner: "octocat", repo: "hello-world", states: ["open"] })
    // @ts-expect-error: an input is needed
    void ghx.issue.view()
  })

  it("is optional if nothing in it is required", () => {
    expectTypeOf(ghx.user.me()).resolves.toHaveProperty("ok")
  })
})

describe("an output", () => {
  it("that is a union narrows by `type`", () => {
    const read = async () => {
      const page = await ghx.issue.timeline.list(issue).orThrow()
      const [item] = page.items
      if (item?.type === "IssueComment") expectTypeOf(item.body).toBeString()
      if (item?.type === "ClosedEvent") expectTypeOf(item.actor).toEqualTypeOf<string | null>()
      // @ts-expect-error: an event has no body
      if (item?.type === "LabeledEvent") item.body
      // @ts-expect-error: no such type is listed
      if (item?.type === "PinnedEvent") item.id
    }
    expectTypeOf(read).returns.resolves.toBeVoid()
  })

  it("is the envelope's data after a check of `ok`", () => {
    const read = async () => {
      const result = await view(issue)
      expectTypeOf(result).toEqualTypeOf<ResultEnvelope<IssueViewOutput>>()
      // @ts-expect-error: data is there only where the call was ok
      result.data.state
      if (result.ok) expectTypeOf(result.data.state).toEqualTypeOf<"OPEN" | "CLOSED">()
    }
    expectTypeOf(read).returns.resolves.toBeVoid()
  })

  it("of a list is iterated by item", () => {
    const read = async () => {
      const threads = ghx.pr.threads.list({ owner: "octocat", repo: "hello-world", pull_number: 7 })
      for await (const thread of threads.items())
        expectTypeOf(thread).toEqualTypeOf<PrThreadsListItem>()
    }
    expectTypeOf(read).returns.resolves.toBeVoid()
  })
})

describe("a chain", () => {
  const reply = () => ghx.pr.thread.reply({ thread_id: "T", body: "Done." })
  const resolve = () => ghx.pr.thread.resolve({ thread_id: "T" })
  type Reply = ChainStepResult<"pr.thread.reply", PrThreadReplyOutput>
  type Resolve = ChainStepResult<"pr.thread.resolve", PrThreadResolveOutput>

  it("has a result of its own type per step, in order", () => {
    expectTypeOf(chain(reply(), resolve())).toEqualTypeOf<Chain<[Reply, Resolve]>>()
  })

  it("of an array of steps has an array of results", () => {
    const threads = ["T", "U"]
    const all = chain(...threads.map((thread_id) => ghx.pr.thread.resolve({ thread_id })))
    expectTypeOf(all).toEqualTypeOf<Chain<Resolve[]>>()
  })

  it("flattens other chains", () => {
    expectTypeOf(chain(reply(), chain(resolve(), reply()))).toEqualTypeOf<
      Chain<[Reply, Resolve, Reply]>
    >()
  })

  it("accepts only steps", () => {
    // @ts-expect-error: an envelope is no step
    const wrong = async () => chain(await reply())
    expectTypeOf(wrong).toBeFunction()
  })
})

describe("a reference", () => {
  const repo = { owner: "octocat", repo: "hello-world" }
  const created = ghx.issue.create({ ...repo, title: "T" })
  const { out } = created
  const comment = (body: Value<string>) =>
    ghx.issue.comments.create({ ...repo, issue_number: out.number, body })

  it("is accepted by an input of its type, also nested", () => {
    const fits = () => [
      comment(out.title),
      comment(out.milestone.title.required()),
      ghx.issue.labels.add({ ...repo, issue_number: out.number, labels: out.labels }),
      ghx.issue.labels.add({
        ...repo,
        issue_number: 1,
        labels: ["bug", out.labels.at(0).required()],
      }),
      ghx.issue.milestone.set({
        ...repo,
        issue_number: 1,
        milestone_number: out.milestone.number.required(),
      }),
      ghx.pr.review.submit({
        ...repo,
        pull_number: 7,
        event: "COMMENT",
        comments: [{ path: "a.js", line: 1, body: out.url }],
      }),
    ]
    expectTypeOf(fits).toBeFunction()
  })

  it("is rejected by an input of another type", () => {
    const mistakes = () => [
      // @ts-expect-error: a string is not a number
      ghx.issue.view({ ...repo, issue_number: out.url }),
      // @ts-expect-error: there is no such member
      ghx.issue.view({ ...repo, issue_number: out.numbr }),
      // @ts-expect-error: it may be null
      comment(out.milestone.title),
      // @ts-expect-error: an item may not be there
      comment(out.labels.at(0)),
      // @ts-expect-error: a value that is never null needs no check
      comment(out.title.required()),
      // @ts-expect-error: a list is no text
      comment(out.labels),
      // @ts-expect-error: it is no number yet
      out.number + 1,
      // @ts-expect-error: nor a string
      out.title.length,
    ]
    expectTypeOf(mistakes).toBeFunction()
  })

  it("to a list is accepted by `each`, whose data is a list", () => {
    const threads = ghx.pr.threads.list({ ...repo, pull_number: 7 })
    const resolved = each(threads.out.items, ({ id }) => ghx.pr.thread.resolve({ thread_id: id }))
    type Resolved = ChainStepResult<"pr.thread.resolve", PrThreadResolveOutput[]>
    type Threads = ChainStepResult<"pr.threads.list", Page<PrThreadsListItem>>
    expectTypeOf(chain(threads, resolved)).toEqualTypeOf<Chain<[Threads, Resolved]>>()
    const mistakes = () => [
      // @ts-expect-error: a number is no list
      each(threads.out.total_count, () => comment("")),
      // @ts-expect-error: items have no such member
      each(threads.out.items, () => comment(""), { where: { resolved: false } }),
      // @ts-expect-error: nor such a value
      each(threads.out.items, () => comment(""), { where: { is_resolved: "no" } }),
    ]
    expectTypeOf(mistakes).toBeFunction()
  })
})

describe("a node id", () => {
  const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }
  const thread = ghx.pr.threads.list(pull).out.items.at(0).required()
  const comment = thread.comments.at(0).required()

  it("of the right type is accepted, and so is any string", () => {
    expectTypeOf<IssueViewOutput["id"]>().toEqualTypeOf<NodeId<"Issue">>()
    expectTypeOf<NodeId<"Issue">>().toExtend<NodeId<"Issue" | "PullRequest">>()
    expectTypeOf(ghx.pr.thread.resolve).toBeCallableWith({ thread_id: "PRRT_kwDOAAAAAc4AAAAB" })
    const fitting = () => [
      ghx.pr.thread.resolve({ thread_id: thread.id }),
      ghx.pr.thread.resolve({ thread_id: thread.path }),
      ghx.project.item.add({ project_id: "PVT_1", content_id: ghx.issue.view(issue).out.id }),
    ]
    expectTypeOf(fitting).toBeFunction()
  })

  it("of another type is rejected as a value and as a reference", () => {
    const mistakes = (issue: IssueViewOutput, threads: PrThreadsListItem) => [
      // @ts-expect-error: the id of an issue
      ghx.pr.thread.resolve({ thread_id: issue.id }),
      // @ts-expect-error: of a comment
      ghx.pr.thread.resolve({ thread_id: threads.comments[0]?.id ?? "" }),
      // @ts-expect-error: of a comment that is not known yet
      ghx.pr.thread.resolve({ thread_id: comment.id }),
      // @ts-expect-error: in an input with alternatives
      ghx.project.item.archive({ project_id: comment.id, item_id: "PVTI_1" }),
      // @ts-expect-error: by name, too
      executeTask({ task: "pr.thread.resolve", input: { thread_id: issue.id } }),
    ]
    expectTypeOf(mistakes).toBeFunction()
  })
})

describe("a sequence", () => {
  it("passes earlier results to each function and has a typed result per step", () => {
    const both = () =>
      sequence(
        ghx.issue.view(issue),
        (one) => {
          expectTypeOf(one).toEqualTypeOf<IssueViewOutput>()
          return ghx.pr.thread.resolve({ thread_id: one.title })
        },
        (thread, all) => {
          expectTypeOf(all).toEqualTypeOf<[IssueViewOutput, PrThreadResolveOutput]>()
          return ghx.pr.thread.reply({ thread_id: thread.id, body: all[0].title })
        },
      )
    type Step<Id extends string, T> = ChainStepResult<Id, T>
    expectTypeOf(both).returns.toEqualTypeOf<
      Sequence<
        [
          Step<"issue.view", IssueViewOutput>,
          Step<"pr.thread.resolve", PrThreadResolveOutput> | SkippedStep,
          Step<"pr.thread.reply", PrThreadReplyOutput> | SkippedStep,
        ]
      >
    >()
  })
})

describe("a call by name", () => {
  it("needs no receiver, so that linters accept `const { execute } = createExecutor()`", () => {
    expectTypeOf<ThisParameterType<typeof execute>>().toEqualTypeOf<void>()
    expectTypeOf<ThisParameterType<typeof executeTasks>>().toEqualTypeOf<void>()
  })

  it("is typed by a literal id", () => {
    const one = () => execute("issue.view", issue)
    expectTypeOf(one).returns.resolves.toEqualTypeOf<ResultEnvelope<IssueViewOutput>>()
    // @ts-expect-error: the input of another capability
    const wrong = () => execute("issue.view", { thread_id: "T" })
    expectTypeOf(wrong).toBeFunction()
    const several = () => executeTasks([{ task: "pr.thread.resolve", input: { thread_id: "T" } }])
    expectTypeOf(several).returns.resolves.toHaveProperty("results")
  })
})

describe("the option `fields`", () => {
  type Two = Pick<IssueViewOutput, "number" | "title">
  type OfThread = Pick<PrThreadsListItem, "id">
  const pull = { owner: "octocat", repo: "hello-world", pull_number: 7 }

  it("narrows the type and the references of a call's result", () => {
    const two = ghx.issue.view(issue, { fields: ["number", "title"] })
    expectTypeOf(two).toEqualTypeOf<StepWithOut<"issue.view", Two>>()
    expectTypeOf(two.orThrow).returns.resolves.toEqualTypeOf<Two>()
    void ghx.issue.close({ ...issue, issue_number: two.out.number })
    // @ts-expect-error: it was not asked for
    void two.out.state
    // @ts-expect-error: there is no such field
    void ghx.issue.view(issue, { fields: ["titel"] })
    // @ts-expect-error: an option of a run
    void ghx.issue.view(issue, { fields: ["title"], timeout_ms: 1 })
    void ghx.issue.view({ ...issue, issue_number: two.out.number }, { fields: ["title"] })
  })

  it("that only the running program knows makes each member optional", () => {
    const fields: ("number" | "title")[] = ["title"]
    type Some = Partial<Pick<IssueViewOutput, "number" | "title">>
    const run = () => ghx.issue.view(issue).run({ fields })
    expectTypeOf(run).returns.resolves.toEqualTypeOf<ResultEnvelope<Some>>()
    const called = () => ghx.issue.view(issue, { fields })
    expectTypeOf(called).returns.resolves.toEqualTypeOf<ResultEnvelope<Some>>()
    const tasks = () => executeTasks([{ task: "issue.view", input: issue, fields }])
    expectTypeOf(tasks).returns.resolves.toMatchTypeOf<{
      readonly results: readonly [ChainStepResult<"issue.view", Some>]
    }>()
    const items = ghx.pr.threads.list(pull).items({ fields: ["id"] as "id"[] })
    expectTypeOf(items).toEqualTypeOf<
      AsyncGenerator<{ id?: NodeId<"PullRequestReviewThread"> }, void, undefined>
    >()
  })

  it("narrows the type of a run's result", () => {
    const run = () => ghx.issue.view(issue).run({ fields: ["number", "title"], timeout_ms: 1 })
    expectTypeOf(run).returns.resolves.toEqualTypeOf<ResultEnvelope<Two>>()
    // @ts-expect-error: there is no such field
    const wrong = () => ghx.issue.view(issue).run({ fields: ["titel"] })
    expectTypeOf(wrong).toBeFunction()
  })

  it("narrows the type of the items of a list", () => {
    const list = ghx.pr.threads.list(pull, { fields: ["id"] })
    expectTypeOf(list.orThrow).returns.resolves.toEqualTypeOf<Page<OfThread>>()
    expectTypeOf(list.items()).toEqualTypeOf<AsyncGenerator<OfThread, void, undefined>>()
    const items = ghx.pr.threads.list(pull).items({ fields: ["id"] })
    expectTypeOf(items).toEqualTypeOf<AsyncGenerator<OfThread, void, undefined>>()
    const pages = ghx.pr.threads.list(pull).pages({ fields: ["id"], limit: 1 })
    expectTypeOf(pages).toEqualTypeOf<AsyncGenerator<Page<OfThread>, void, undefined>>()
    void each(list.out.items, ({ id }) => ghx.pr.thread.resolve({ thread_id: id }))
    // @ts-expect-error: a field of the page, which is always there
    void ghx.pr.threads.list(pull, { fields: ["total_count"] })
  })

  it("narrows each type of a union", () => {
    const timeline = async () => {
      for await (const one of ghx.issue.timeline.list(issue, { fields: ["type", "label"] })) {
        if (one.type === "LabeledEvent") expectTypeOf(one.label).toEqualTypeOf<string>()
        // @ts-expect-error: comments have no label
        if (one.type === "IssueComment") void one.label
      }
    }
    expectTypeOf(timeline).toBeFunction()
  })

  it("narrows the result type of calls by name", () => {
    const fields = ["number", "title"] as const
    const run = () => execute("issue.view", issue, { fields })
    expectTypeOf(run).returns.resolves.toEqualTypeOf<ResultEnvelope<Two>>()
    const task = () =>
      executeTask({ task: "issue.view", input: issue, fields: ["number", "title"] })
    expectTypeOf(task).returns.resolves.toEqualTypeOf<ResultEnvelope<Two>>()
    const tasks = async () => {
      const { status, results } = await executeTasks([
        { task: "issue.view", input: issue, fields: ["number", "title"] },
        { task: "issue.view", input: issue },
      ])
      if (status !== "success") return
      expectTypeOf(results[0].data).toEqualTypeOf<Two>()
      expectTypeOf(results[1].data).toEqualTypeOf<IssueViewOutput>()
    }
    expectTypeOf(tasks).toBeFunction()
    const unknown = () => execute("issue.view" as string, issue, { fields: ["whatever"] })
    expectTypeOf(unknown).returns.resolves.toEqualTypeOf<ResultEnvelope<unknown>>()
    // @ts-expect-error: there is no such field
    const wrong = () => execute("issue.view", issue, { fields: ["titel"] })
    expectTypeOf(wrong).toBeFunction()
  })
})
