/** The jobs that `tooling/bench/chain.ts` measures, and the fixture they are done in. */
import type { createGhx, Step } from "ghx"
import type { Seed } from "ghx/sandbox"

type Ghx = ReturnType<typeof createGhx>

export interface Job {
  readonly name: string
  /** Steps for `chain`, or to be awaited individually. */
  steps(ghx: Ghx): Step<string, unknown>[] | Promise<Step<string, unknown>[]>
  /** Too slow without a chain. */
  readonly chainOnly?: boolean
}

const threads = 10
const issues = 500

const lines = (text: string) => `${Array.from({ length: threads }, () => text).join("\n")}\n`
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** 500 issues, and a pull request with ten open review threads. */
export const fixture: Seed = {
  viewer: "ada",
  users: [{ login: "ada" }, { login: "grace" }],
  repositories: [
    {
      owner: "ada",
      name: "engine",
      collaborators: { grace: "WRITE" },
      labels: [{ name: "bug" }, { name: "question" }],
      milestones: [{ title: "v1" }],
      files: { "a.js": lines("old") },
      branches: [{ name: "fix", commits: [{ message: "Fix", files: { "a.js": lines("new") } }] }],
      issues: upTo(issues).map((number) => ({ number, title: `Issue ${number}`, author: "ada" })),
      pull_requests: [
        {
          number: issues + 1,
          title: "Fix",
          author: "grace",
          head: "fix",
          reviews: [
            {
              author: "ada",
              state: "COMMENTED",
              threads: upTo(threads).map((line) => ({ path: "a.js", line, body: "Why?" })),
            },
          ],
        },
      ],
    },
  ],
}

const repository = { owner: "ada", repo: "engine" }
const issue = { ...repository, issue_number: 1 }

/** Ids of the threads; the sandbox numbers them from one, so they are the same in every run. */
export async function threadIds(ghx: Ghx): Promise<string[]> {
  const page = await ghx.pr.threads.list({ ...repository, pull_number: issues + 1 }).orThrow()
  return page.items.map(({ id }) => id)
}

export const composites = (thread_ids: readonly string[]): Job[] => [
  {
    name: `reply to ${threads} threads and resolve them`,
    steps: (ghx) =>
      thread_ids.flatMap((thread_id) => [
        ghx.pr.thread.reply({ thread_id, body: "Done." }),
        ghx.pr.thread.resolve({ thread_id }),
      ]),
  },
  {
    name: "triage an issue: labels, comment",
    steps: (ghx) => [
      ghx.issue.labels.add({ ...issue, labels: ["question"] }),
      ghx.issue.comments.create({ ...issue, body: "Which version?" }),
    ],
  },
  {
    name: "update an issue: title, labels, assignees, milestone",
    steps: (ghx) => [
      ghx.issue.update({ ...issue, title: "A better title" }),
      ghx.issue.labels.update({ ...issue, labels: ["bug", "question"] }),
      ghx.issue.assignees.update({ ...issue, assignees: ["grace"] }),
      ghx.issue.milestone.set({ ...issue, milestone_number: 1 }),
    ],
  },
  {
    name: `submit a review with ${threads} comments`,
    steps: (ghx) => [
      ghx.pr.review.submit({
        ...repository,
        pull_number: issues + 1,
        event: "COMMENT",
        comments: upTo(threads).map((line) => ({ path: "a.js", line, body: "And this?" })),
      }),
    ],
  },
]

/** Five steps per issue: two reads, a comment, a new title, a label. */
export function mixed(count: number): Job {
  return {
    name: count === 1 ? "1 step" : `${count} mixed steps`,
    steps: (ghx) =>
      upTo(count).map((issue_number) => {
        const one = { ...repository, issue_number }
        switch (issue_number % 5) {
          case 0:
            return ghx.issue.comments.create({ ...one, body: "Any news?" })
          case 2:
            return ghx.issue.update({ ...one, title: `Title ${issue_number}` })
          case 4:
            return ghx.issue.labels.add({ ...one, labels: ["bug"] })
          default:
            return ghx.issue.view(one)
        }
      }),
  }
}

/** Lists this many issues, then labels and closes each. */
export function triage(count: number): Job {
  return {
    name: `list ${count} issues, label and close each`,
    chainOnly: count > 100,
    async steps(ghx) {
      const listed: number[] = []
      const list = ghx.issue.list({ ...repository, first: 100 })
      for await (const { number } of list.items({ limit: count })) listed.push(number)
      return listed.flatMap((issue_number) => [
        ghx.issue.labels.add({ ...repository, issue_number, labels: ["bug"] }),
        ghx.issue.close({ ...repository, issue_number }),
      ])
    },
  }
}
