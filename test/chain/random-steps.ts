/** Random steps on a small fixture, failing ones among them. */
import fc from "fast-check"
import type { Seed } from "ghx/sandbox"

export interface RandomStep {
  readonly task: string
  readonly input: Record<string, unknown>
  /** The token: 0 may do everything, 1 may only read. */
  readonly who: number
}

/** A fixture that starts fast: issues 1 to 4, pull request 5 with two threads. */
export const smallFixture: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, { login: "charles" }, { login: "grace" }],
  tokens: [{ token: "reader", login: "charles" }],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      collaborators: { charles: "READ", grace: "WRITE" },
      labels: [{ name: "bug" }, { name: "question" }, { name: "s0_repository" }],
      milestones: [{ title: "v1" }],
      files: { "a.js": "1\n2\n3\n" },
      branches: [
        { name: "fix", commits: [{ message: "Fix", files: { "a.js": "1\n2\nthree\n" } }] },
      ],
      issues: [
        { title: "One", author: "ada", labels: ["bug"], comments: [{ author: "ada", body: "?" }] },
        { title: "Two", author: "charles", assignees: ["ada"] },
        { title: "Three", author: "ada", state: "CLOSED" },
        { title: "Four", author: "ada" },
      ],
      pull_requests: [
        {
          title: "Five",
          author: "grace",
          head: "fix",
          reviews: [
            {
              author: "ada",
              state: "COMMENTED",
              threads: [
                { path: "a.js", line: 3, body: "Why?" },
                { path: "a.js", line: 2, body: "And this?" },
              ],
            },
          ],
        },
      ],
    },
  ],
}

const repository = { owner: "ada", repo: "engine" }
/** 9 does not exist. */
// 999 does not exist, and no chain creates so many issues. A number that a step creates would exist for the oracle,
// which runs step by step, but not for the chain, whose lookups run first.
const issue_number = fc.constantFrom(1, 1, 2, 3, 999)
const labels = fc.uniqueArray(fc.constantFrom("bug", "bug", "question", "s0_repository", "nope"), {
  minLength: 1,
  maxLength: 3,
})
const thread_id = fc.constantFrom("PRRT_kgDOAAAAAQ", "PRRT_kgDOAAAAAg", "PRRT_kgDOAAAACQ", "s1_x")
const body = fc.constantFrom("Yes", "No $s0_body", "s2_repository { }", '"\\\n}')

const tasks: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  "issue.view": fc.record({ issue_number }),
  "issue.comments.list": fc.record({ issue_number, first: fc.constantFrom(1, 30) }),
  "issue.list": fc.record({ labels: fc.tuple(fc.constantFrom("bug", "nope")) }),
  "repo.view": fc.constant({}),
  "repo.labels.list": fc.constant({}),
  "pr.threads.list": fc.constant({ pull_number: 5 }),
  "user.me": fc.constant({}),
  "issue.search": fc.record({ query: fc.constantFrom("repo:ada/engine", "is:closed") }),
  "issue.create": fc.record({ title: body }),
  "issue.update": fc.record({ issue_number, title: body }),
  "issue.close": fc.record({ issue_number }),
  "issue.reopen": fc.record({ issue_number }),
  "issue.delete": fc.constant({ issue_number: 4 }),
  "issue.labels.add": fc.record({ issue_number, labels }),
  "issue.labels.remove": fc.record({ issue_number, labels }),
  "issue.labels.update": fc.record({ issue_number, labels }),
  "issue.assignees.update": fc.record({
    issue_number,
    assignees: fc.subarray(["ada", "charles", "nobody"]),
  }),
  "issue.milestone.set": fc.record({ issue_number, milestone_number: fc.constantFrom(1, 1, 7) }),
  "issue.comments.create": fc.record({ issue_number, body }),
  "pr.thread.reply": fc.record({ thread_id, body }),
  "pr.thread.resolve": fc.record({ thread_id }),
  "pr.thread.unresolve": fc.record({ thread_id }),
  "pr.review.submit": fc.record({
    pull_number: fc.constantFrom(5, 999),
    event: fc.constantFrom("COMMENT", "APPROVE"),
    body,
    comments: fc.tuple(
      fc.record({ path: fc.constant("a.js"), line: fc.constantFrom(3, 99), body }),
    ),
  }),
}

const withoutRepository = /^(user\.|issue\.search|pr\.thread\.)/

const step: fc.Arbitrary<RandomStep> = fc
  .constantFrom(...Object.entries(tasks))
  .chain(([task, inputs]) =>
    fc.record({
      task: fc.constant(task),
      input: inputs.map((input) =>
        withoutRepository.test(task) ? input : { ...repository, ...input },
      ),
      who: fc.constantFrom(0, 0, 0, 1),
    }),
  )

/**
 * Chains of up to 30 steps. The deleted issue is deleted only once, and no other step uses it: a chain looks ids up
 * before it writes, while single steps would find the issue gone.
 */
export const steps: fc.Arbitrary<RandomStep[]> = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(step, { maxLength: 8, size: "max" }) },
    { weight: 1, arbitrary: fc.array(step, { maxLength: 30, size: "max" }) },
  )
  .map((all) =>
    all.filter(
      ({ task }, index) =>
        task !== "issue.delete" || all.findIndex((other) => other.task === task) === index,
    ),
  )

/** An input that its schema always refuses. */
export const badStep: RandomStep = {
  task: "issue.view",
  input: { ...repository, issue_number: 0 },
  who: 0,
}
