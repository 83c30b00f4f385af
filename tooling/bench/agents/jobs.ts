/** Eight jobs of an agent: how each tool does them, and the conditions to check afterwards. */
import type { Sandbox } from "../../../sandbox/index.js"

/** The agent's next input, given what it has read; over MCP, a tool call. */
export type Turn = (read: readonly string[]) => string | McpCall

export interface McpCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** One tool: what an agent types, and the names that a newcomer looks up first. */
export interface Way {
  readonly turns: readonly Turn[]
  /**
   * Commands of gh, or capabilities. In a shell, only capabilities without a gh command, because models know gh's
   * commands.
   */
  readonly names: readonly string[]
}

/** `commands` has the inputs of `shell`, as calls of a tool. */
export const tools = ["gh", "shell", "commands", "mcp", "exec"] as const
export type Tool = (typeof tools)[number]

export interface Job extends Readonly<Record<Exclude<Tool, "commands">, Way>> {
  readonly asked: string
  /** Whether the state fulfils the job. */
  isDone(state: State): boolean
}

/** The parts of the sandbox's state by which jobs are judged. */
export interface State {
  readonly issues: readonly Row[]
  readonly pull_requests: readonly Row[]
  readonly issue_comments: readonly Row[]
  readonly labels: readonly Row[]
  readonly milestones: readonly Row[]
  readonly reviews: readonly Row[]
  readonly review_threads: readonly Row[]
  readonly review_comments: readonly Row[]
  readonly releases: readonly Row[]
}

type Row = Readonly<Record<string, unknown>>

export const stateOf = ({ state }: Sandbox): State => JSON.parse(JSON.stringify(state.snapshot()))

const line = (text: string): Turn => {
  return () => text
}
const execute = (task: string, input: object, rest: object = {}): Turn => {
  return () => ({
    name: "execute",
    arguments: { task, input, ...rest },
  })
}
const chain = (tasks: readonly object[], rest: object = {}): McpCall => ({
  name: "chain",
  arguments: { tasks, ...rest },
})
const task = (name: string, input: object, rest: object = {}) => ({
  task: name,
  input,
  ...rest,
})
const last = (read: readonly string[]) => read.at(-1) ?? ""
/** Ids of open threads, from the output. */
const openThreads = (read: readonly string[]) => {
  const open = last(read)
    .split("\n")
    .filter((text) => !text.includes("\tresolved\t"))
  return [...open.join("\n").matchAll(/PRRT_\w+/g)].map(([id]) => id)
}

const numbered = (rows: readonly Row[], number: number): Row =>
  rows.find((one) => one.number === number) ?? {}
const labelId = ({ labels }: State, name: string) => labels.find((one) => one.name === name)?.id

const REPLY =
  'mutation($id:ID!){addPullRequestReviewThreadReply(input:{pullRequestReviewThreadId:$id,body:"Done."}){clientMutationId} resolveReviewThread(input:{threadId:$id}){clientMutationId}}'
const THREADS =
  'query{repository(owner:"ada",name:"engine"){pullRequest(number:13){reviewThreads(first:50){nodes{id path line isResolved comments(first:5){nodes{body}}}}}}}'
const OPEN = ".data.repository.pullRequest.reviewThreads.nodes[]|select(.isResolved|not)"

export const jobs: readonly Job[] = [
  {
    asked: "Label the open issues about crashes `bug`",
    gh: {
      turns: [
        line("gh issue list -L 50"),
        line("for n in 3 5; do gh issue edit $n --add-label bug; done"),
      ],
      names: ["issue list", "issue edit"],
    },
    shell: {
      turns: [line("ghx issue list"), line("ghx issue edit 3 5 --add-label bug")],
      names: [],
    },
    mcp: {
      turns: [
        execute("issue.list", {}, { jq: ".items|map([.number,.title])" }),
        execute("issue.labels.add", { issue_number: [3, 5], labels: ["bug"] }, { jq: ".status" }),
      ],
      names: ["issue.list", "issue.labels.add"],
    },
    exec: {
      turns: [
        line(
          "ghx exec 'return (await ghx.issue.list({})).items.map(i => i.number + \" \" + i.title)'",
        ),
        line(
          "ghx exec 'await Promise.all([3, 5].map(issue_number => ghx.issue.labels.add({ issue_number, labels: [\"bug\"] })))'",
        ),
      ],
      names: ["issue.list", "issue.labels.add"],
    },
    isDone: (state) => {
      const bug = labelId(state, "bug")
      const labelled = state.issues.filter(({ label_ids }) =>
        (label_ids as unknown[]).includes(bug),
      )
      return (
        String(labelled.map(({ number }) => number).filter((one) => Number(one) < 13)) === "3,5"
      )
    },
  },
  {
    asked:
      "Close the duplicates of #1 as not planned, each with the comment “Duplicate of #1”. All other issues about overheating are duplicates",
    gh: {
      turns: [
        line("gh issue list -L 50"),
        line('for n in 7 9 10; do gh issue close $n -r "not planned" -c "Duplicate of #1"; done'),
      ],
      names: ["issue close"],
    },
    shell: {
      turns: [
        line("ghx issue list"),
        line('ghx issue close 7 9 10 -r "not planned" -c "Duplicate of #1"'),
      ],
      names: [],
    },
    mcp: {
      turns: [
        execute("issue.list", {}, { jq: ".items|map([.number,.title])" }),
        () =>
          chain(
            [
              task("issue.comments.create", { issue_number: [7, 9, 10], body: "Duplicate of #1" }),
              task("issue.close", { issue_number: [7, 9, 10], state_reason: "NOT_PLANNED" }),
            ],
            { jq: ".status" },
          ),
      ],
      names: ["issue.close", "issue.comments.create"],
    },
    exec: {
      turns: [
        line(
          "ghx exec 'return (await ghx.issue.list({})).items.map(i => i.number + \" \" + i.title)'",
        ),
        line(
          'ghx exec \'await Promise.all([7, 9, 10].flatMap(issue_number => [ghx.issue.comments.create({ issue_number, body: "Duplicate of #1" }), ghx.issue.close({ issue_number, state_reason: "NOT_PLANNED" })]))\'',
        ),
      ],
      names: ["issue.close", "issue.comments.create"],
    },
    isDone: ({ issues, issue_comments }) => {
      const closed = issues.filter((one) => one.state === "CLOSED" && Number(one.number) < 13)
      const isSaid = ({ id, state_reason }: Row) =>
        state_reason === "NOT_PLANNED" &&
        issue_comments.filter((one) => one.subject_id === id && one.body === "Duplicate of #1")
          .length === 1
      return String(closed.map(({ number }) => number)) === "7,9,10" && closed.every(isSaid)
    },
  },
  {
    asked: "Answer the open review threads of #13 with “Done.” and resolve them",
    gh: {
      turns: [
        line(`gh api graphql -f query='${THREADS}' -q '${OPEN}'`),
        (read) =>
          `for id in ${openThreads(read).join(" ")}; do gh api graphql --silent -f id=$id -f query='${REPLY}'; done`,
      ],
      names: ["api"],
    },
    shell: {
      turns: [
        line("ghx pr threads list 13"),
        (read) => `ghx pr thread reply ${openThreads(read).join(" ")} -b Done. --resolve`,
      ],
      names: ["pr.threads.list", "'pr thread reply'"],
    },
    mcp: {
      turns: [
        execute(
          "pr.threads.list",
          { pull_number: 13 },
          { jq: ".items[]|select(.is_resolved|not)|{id,path,line,said:.comments[].body}" },
        ),
        (read) =>
          chain(
            [
              task("pr.thread.reply", { thread_id: openThreads(read), body: "Done." }),
              task("pr.thread.resolve", { thread_id: openThreads(read) }),
            ],
            { jq: ".status" },
          ),
      ],
      names: ["pr.threads.list", "pr.thread.reply", "pr.thread.resolve"],
    },
    exec: {
      turns: [
        line(
          "ghx exec 'return (await ghx.pr.threads.list({ pull_number: 13 })).items.filter(t => !t.is_resolved).map(t => [t.id, t.path, t.line, t.comments[0].body])'",
        ),
        (read) =>
          `ghx exec 'await Promise.all(${JSON.stringify(openThreads(read))}.flatMap(thread_id => [ghx.pr.thread.reply({ thread_id, body: "Done." }), ghx.pr.thread.resolve({ thread_id })]))'`,
      ],
      names: ["pr.threads.list", "pr.thread.reply", "pr.thread.resolve"],
    },
    isDone: ({ review_threads, review_comments }) =>
      review_threads.filter(({ is_resolved }) => is_resolved).length === 4 &&
      review_comments.filter(({ body }) => body === "Done.").length === 3,
  },
  {
    asked:
      "Review #14: request changes with the text “Nearly.” and the comment “This does not wait.” on the line that does not wait",
    gh: {
      turns: [
        line("gh pr diff 14"),
        line(
          `gh api --silent repos/{owner}/{repo}/pulls/14/reviews --input - <<< '{"event":"REQUEST_CHANGES","body":"Nearly.","comments":[{"path":"src/start.js","line":2,"body":"This does not wait."}]}'`,
        ),
      ],
      names: ["pr diff"],
    },
    shell: {
      turns: [
        line("ghx pr diff 14"),
        line("ghx pr review 14 -r -b Nearly. --inline 'src/start.js:2=This does not wait.'"),
      ],
      names: ["'pr review'"],
    },
    mcp: {
      turns: [
        execute("pr.diff.view", { pull_number: 14 }),
        execute(
          "pr.review.submit",
          {
            pull_number: 14,
            event: "REQUEST_CHANGES",
            body: "Nearly.",
            comments: [{ path: "src/start.js", line: 2, body: "This does not wait." }],
          },
          { fields: ["state"] },
        ),
      ],
      names: ["pr.diff.view", "pr.review.submit"],
    },
    exec: {
      turns: [
        line("ghx exec 'return ghx.pr.diff.view({ pull_number: 14 })'"),
        line(
          `ghx exec 'await ghx.pr.review.submit({ pull_number: 14, event: "REQUEST_CHANGES", body: "Nearly.", comments: [{ path: "src/start.js", line: 2, body: "This does not wait." }] })'`,
        ),
      ],
      names: ["pr.diff.view", "pr.review.submit"],
    },
    isDone: ({ reviews, review_comments, review_threads }) =>
      reviews.some(({ state, body }) => state === "CHANGES_REQUESTED" && body === "Nearly.") &&
      review_comments.some(({ body }) => body === "This does not wait.") &&
      review_threads.some((one) => one.path === "src/start.js" && one.original_line === 2),
  },
  {
    asked: "Put issues 4 and 6 into the milestone v2.0",
    gh: {
      turns: [line("for n in 4 6; do gh issue edit $n -m v2.0; done")],
      names: ["issue edit"],
    },
    shell: {
      turns: [line("ghx issue edit 4 6 -m v2.0")],
      names: [],
    },
    mcp: {
      turns: [
        execute(
          "issue.milestone.set",
          { issue_number: [4, 6], milestone_number: "v2.0" },
          { jq: ".status" },
        ),
      ],
      names: ["issue.milestone.set"],
    },
    exec: {
      turns: [
        line(
          `ghx exec 'await Promise.all([4, 6].map(issue_number => ghx.issue.milestone.set({ issue_number, milestone_title: "v2.0" })))'`,
        ),
      ],
      names: ["issue.milestone.set"],
    },
    isDone: ({ issues, milestones }) => {
      const milestone = milestones.find(({ title }) => title === "v2.0")?.id
      const inside = issues.filter(({ milestone_id }) => milestone_id === milestone)
      return String(inside.map(({ number }) => number)) === "4,6"
    },
  },
  {
    asked:
      "File an issue “Memory leaks” with the body “It grows by 1 MB an hour.” and the label `bug`, and assign me",
    gh: {
      turns: [
        line('gh issue create -t "Memory leaks" -b "It grows by 1 MB an hour." -l bug -a @me'),
      ],
      names: ["issue create"],
    },
    shell: {
      turns: [
        line('ghx issue create -t "Memory leaks" -b "It grows by 1 MB an hour." -l bug -a @me'),
      ],
      names: [],
    },
    mcp: {
      turns: [
        execute(
          "issue.create",
          {
            title: "Memory leaks",
            body: "It grows by 1 MB an hour.",
            labels: ["bug"],
            assignees: ["@me"],
          },
          { jq: ".url" },
        ),
      ],
      names: ["issue.create"],
    },
    exec: {
      turns: [
        line(
          `ghx exec 'const { login } = await ghx.user.me({}); return (await ghx.issue.create({ title: "Memory leaks", body: "It grows by 1 MB an hour.", labels: ["bug"], assignees: [login] })).url'`,
        ),
      ],
      names: ["issue.create", "user.me"],
    },
    isDone: (state) => {
      const made = state.issues.find(({ title }) => title === "Memory leaks")
      const isLabelled = (made?.label_ids as unknown[] | undefined)?.includes(labelId(state, "bug"))
      return (
        made?.body === "It grows by 1 MB an hour." &&
        isLabelled === true &&
        String(made.assignee_ids) === "1"
      )
    },
  },
  {
    asked: "Merge #15 by squash if its checks pass",
    gh: {
      turns: [line("gh pr checks 15 && gh pr merge 15 --squash")],
      names: ["pr checks", "pr merge"],
    },
    shell: {
      turns: [line("ghx pr checks 15 && ghx pr merge 15 --squash")],
      names: [],
    },
    mcp: {
      turns: [
        execute("pr.checks.summary", { pull_number: 15 }, { jq: ".state" }),
        execute("pr.merge", { pull_number: 15, method: "SQUASH" }, { fields: ["merged"] }),
      ],
      names: ["pr.checks.summary", "pr.merge"],
    },
    exec: {
      turns: [
        line(
          `ghx exec 'const pull_number = 15; const { state } = await ghx.pr.checks.summary({ pull_number }); return state == "SUCCESS" ? (await ghx.pr.merge({ pull_number, method: "SQUASH" })).merged : state'`,
        ),
      ],
      names: ["pr.checks.summary", "pr.merge"],
    },
    isDone: ({ pull_requests }) => {
      const { state, merge_method } = numbered(pull_requests, 15)
      return state === "MERGED" && (merge_method === undefined || merge_method === "SQUASH")
    },
  },
  {
    asked:
      "Draft the release v2.0.0, with the same title and with what was merged (including #15), except updates of dependencies: one line for each pull request, in the order of their numbers, in the form “- TITLE (#NUMBER)”",
    gh: {
      turns: [
        line("gh pr list -s merged"),
        line(
          'gh release create v2.0.0 -d -t v2.0.0 -n "- Do not crash on empty input (#15)\n- Support ARM (#16)\n- Write the manual (#17)"',
        ),
      ],
      names: ["pr list", "release create"],
    },
    shell: {
      turns: [
        line("ghx pr list -s merged"),
        line(
          'ghx release create v2.0.0 -d -t v2.0.0 -n "- Do not crash on empty input (#15)\n- Support ARM (#16)\n- Write the manual (#17)"',
        ),
      ],
      names: [],
    },
    mcp: {
      turns: [
        execute("pr.list", { states: ["MERGED"] }, { jq: ".items|map([.number,.title])" }),
        execute(
          "release.create",
          {
            tag_name: "v2.0.0",
            draft: true,
            name: "v2.0.0",
            body: "- Do not crash on empty input (#15)\n- Support ARM (#16)\n- Write the manual (#17)",
          },
          { fields: ["url"] },
        ),
      ],
      names: ["pr.list", "release.create"],
    },
    exec: {
      turns: [
        line(
          'ghx exec \'return (await ghx.pr.list({ states: ["MERGED"] })).items.map(p => p.number + " " + p.title)\'',
        ),
        line(
          `ghx exec 'return (await ghx.release.create({ tag_name: "v2.0.0", draft: true, name: "v2.0.0", body: "- Do not crash on empty input (#15)\\n- Support ARM (#16)\\n- Write the manual (#17)" })).url'`,
        ),
      ],
      names: ["pr.list", "release.create"],
    },
    isDone: ({ releases }) => {
      const body =
        "- Do not crash on empty input (#15)\n- Support ARM (#16)\n- Write the manual (#17)"
      return releases.some(
        (one) => one.tag_name === "v2.0.0" && one.is_draft && String(one.body).trim() === body,
      )
    },
  },
]
