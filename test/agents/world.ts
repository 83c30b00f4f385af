/** The data of both sets of jobs, and what is right: one deterministic world for all doors. */
import type { Seed } from "ghx/sandbox"

interface Comment {
  author: string
  body: string
  is_answer?: true
}

interface Issue {
  number: number
  title: string
  body: string
  author: string
  labels: string[]
  comments: Comment[]
  assignees?: string[]
  milestone?: string
  state?: "CLOSED"
  state_reason?: "COMPLETED" | "NOT_PLANNED"
}

interface Thread {
  path: string
  line: number
  body: string
  replies: Comment[]
  resolved_by?: string
}

interface Pull {
  number: number
  title: string
  author: string
  head: string
  base?: string
  labels?: string[]
  draft?: boolean
  milestone?: string
  merge_method?: "SQUASH"
  review_requests?: string[]
  reviews?: {
    author: string
    state: "COMMENTED" | "APPROVED" | "CHANGES_REQUESTED"
    body: string
    threads?: Thread[]
  }[]
  state?: "CLOSED" | "MERGED"
}

type One<L> = NonNullable<L> extends readonly (infer T)[] ? T : never
type Repository = One<Seed["repositories"]>
type Workflow = One<Repository["workflows"]>
type Project = One<One<Seed["organizations"]>["projects"]>

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
const maintainers = ["ada", "charles", "grace"]
const people = ["linus", "mary", "tim", "zoe"]
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const parts = [
  "scheduler",
  "parser",
  "cache",
  "uploader",
  "dashboard",
  "exporter",
  "watcher",
  "resolver",
]
const faults = [
  "stalls after an hour",
  "ignores its timeout",
  "drops the last row",
  "misreads dates",
  "leaks handles",
  "shows stale data",
  "rejects empty input",
]

// ---- issues 1–170 of acme/orbit
const issues: Issue[] = []
const comment = (author: string, body: string): Comment => ({ author, body })
for (const n of range(1, 170)) {
  const author = pick(people, n)
  const issue: Issue = {
    number: n,
    title: `The ${pick(parts, n * 3)} ${pick(faults, n * 5 + (n >> 3))} (${n})`,
    body: `Seen on build ${1000 + n}.`,
    author,
    labels: [],
    comments: [],
  }
  if (n % 9 === 0)
    Object.assign(issue, { state: "CLOSED", state_reason: n % 2 ? "COMPLETED" : "NOT_PLANNED" })
  issues.push(issue)
}
const issue = (n: number) => issues[n - 1] as Issue
const isOpen = (one: Issue) => one.state !== "CLOSED"

// `needs info`: 48 issues
const stale: number[] = []
for (const n of range(1, 48).map((i) => i * 3 + 1)) {
  const one = issue(n)
  one.labels.push("needs info")
  const kind = n % 5
  const asker = pick(maintainers, n)
  if (kind === 0) continue // nobody asked
  one.comments.push(comment(asker, "Which version do you run?"))
  if (kind === 1) one.comments.push(comment(one.author, `Version 1.${n}.`))
  if (kind === 2)
    one.comments.push(comment(one.author, "Let me look."), comment(asker, "Any news?"))
}
const long = (n: number, last: "author" | "maintainer") => {
  const one = issue(n)
  one.comments = range(1, 104).map((i) =>
    comment(i % 2 ? pick(maintainers, i) : one.author, `Round ${i}.`),
  )
  one.comments.push(comment(last === "author" ? one.author : "grace", "Here we are."))
}
long(43, "author")
long(58, "maintainer")
// The hundredth comment says the opposite of the last one.
issue(43).comments[99] = comment("ada", "Round 100.")
issue(58).comments[99] = comment(issue(58).author, "Round 100.")
for (const n of [9, 27]) {
  issue(n).labels.push("needs info")
  issue(n).comments.push(comment("ada", "Which version?"))
}
for (const one of issues) {
  const last = one.comments.at(-1)
  if (isOpen(one) && one.labels.includes("needs info") && last && maintainers.includes(last.author))
    stale.push(one.number)
}

// `type: feature`: 116 issues, open and closed, and 6 pull requests; some have `enhancement` already
for (const n of range(20, 135)) issue(n).labels.push("type: feature")
for (const n of [21, 47, 90]) issue(n).labels.push("enhancement")
for (const n of range(136, 150)) issue(n).labels.push("bug")
// `priority: high`
const high = range(1, 170).filter((n) => n % 13 === 5)
for (const n of high) issue(n).labels.push("priority: high")
// milestones
const beta = "v2.0 – beta"
for (const n of [6, 12, 15, 18, 24, 27, 30, 33, 39, 42, 45, 48, 51, 54, 60, 63, 66, 69])
  issue(n).milestone = beta
for (const n of [3, 21]) issue(n).milestone = "v2.0"
// search: the phrase in title or body, in comments, and the words apart
const phrase = "connection reset"
for (const n of range(100, 170).filter((n) => n % 2 === 0))
  issue(n).body += ` The log says: connection reset by peer.`
for (const n of [101, 103]) issue(n).title = `Upload fails with "Connection reset" (${n})`
for (const n of [111, 113, 115, 117])
  issue(n).comments.push(comment("mary", "I see a connection reset, too."))
for (const n of [121, 123, 125]) issue(n).body += " It helps to reset the connection."

// ---- pull requests
const branches: One<Repository["branches"]>[] = []
const pulls: Pull[] = []
const branch = (name: string, files: Record<string, string>, author = "linus") =>
  branches.push({ name, commits: [{ message: name, author, files }] })
branch("release-1.x", { VERSION: "1.7.x\n" }, "ada")
// 171–206: open ones of people, drafts, with reviews, with requests, of another base
const toReview: [number, string][] = []
for (const n of range(171, 206)) {
  const author = pick([...people, "ada"], n)
  const base = n % 12 === 0 ? "release-1.x" : "main"
  branch(`topic-${n}`, { [`src/topic-${n}.js`]: `export const topic = ${n}\n` }, author)
  const labels: string[] = []
  const one: Pull = {
    number: n,
    title: `Improve the ${pick(parts, n)} (${n})`,
    author,
    head: `topic-${n}`,
    base,
    labels,
  }
  if (n % 7 === 0) one.draft = true
  if (n % 5 === 1 && author !== "charles") one.review_requests = ["grace"]
  if (n % 6 === 3)
    one.reviews = [
      {
        author: "charles",
        state: pick(["COMMENTED", "APPROVED", "CHANGES_REQUESTED"] as const, n / 3),
        body: "Hm.",
      },
    ]
  if ([173, 178, 183, 188, 193, 198].includes(n)) labels.push("type: feature")
  if ([180, 185].includes(n)) one.milestone = beta
  if (!one.draft && !one.review_requests && !one.reviews && base === "main")
    toReview.push([n, author === "ada" ? "charles" : "ada"])
  pulls.push(one)
}
// 207–218: updates of dependencies
const updates: [string, string, string, "SUCCESS" | "FAILURE" | "IN_PROGRESS" | "PARTLY"][] = [
  ["left-pad", "1.2.3", "1.2.4", "SUCCESS"],
  ["chalk", "4.1.2", "5.0.0", "SUCCESS"],
  ["p-limit", "3.0.9", "3.1.0", "SUCCESS"],
  ["yargs", "17.6.2", "17.7.0", "FAILURE"],
  ["zod", "3.22.9", "3.22.10", "SUCCESS"],
  ["undici", "5.28.0", "6.0.1", "FAILURE"],
  ["ws", "8.9.0", "8.10.0", "IN_PROGRESS"],
  ["got", "11.8.6", "12.0.0", "SUCCESS"],
  ["semver", "7.9.0", "7.10.2", "SUCCESS"],
  ["ms", "2.1.2", "2.1.3", "PARTLY"],
  ["nanoid", "9.0.0", "10.0.0", "SUCCESS"],
  ["debug", "4.3.4", "4.3.5", "SUCCESS"],
]
const merges: number[] = []
const majors: number[] = []
const runsOfUpdates: One<Workflow["runs"]>[] = []
updates.forEach(([name, from, to, checks], i) => {
  const n = 207 + i
  branch(`dependabot/npm/${name}-${to}`, { [`deps/${name}.txt`]: `${to}\n` }, "dependabot[bot]")
  pulls.push({
    number: n,
    title: `Bump ${name} from ${from} to ${to}`,
    author: "dependabot[bot]",
    head: `dependabot/npm/${name}-${to}`,
    labels: ["dependencies"],
  })
  const test =
    checks === "IN_PROGRESS"
      ? ({ status: "IN_PROGRESS" } as const)
      : ({ conclusion: checks === "SUCCESS" ? "SUCCESS" : "FAILURE" } as const)
  runsOfUpdates.push({
    title: `Bump ${name}`,
    event: "pull_request",
    branch: `dependabot/npm/${name}-${to}`,
    actor: "ada",
    jobs: [
      { name: "lint", conclusion: "SUCCESS" },
      { name: "test", ...test },
    ],
  })
  if (from.split(".")[0] !== to.split(".")[0]) majors.push(n)
  else if (checks === "SUCCESS") merges.push(n)
})
// A person's pull request with the label is not the bot's.
branch("pin-node", { "deps/node.txt": "20\n" }, "tim")
pulls.push({
  number: 219,
  title: "Bump node from 20.1.0 to 20.2.0",
  author: "tim",
  head: "pin-node",
  labels: ["dependencies"],
  draft: true,
})
runsOfUpdates.push({
  title: "Pin node",
  event: "pull_request",
  branch: "pin-node",
  actor: "tim",
  jobs: [{ name: "lint" }, { name: "test" }],
})
// 220: the one with 124 threads
const lines = range(1, 130)
branch(
  "rewrite",
  {
    "src/engine.js": lines.map((i) => `export const part${i} = ${i * 2}\n`).join(""),
    "src/wheels.js": lines.map((i) => `export const wheel${i} = ${i}\n`).join(""),
  },
  "linus",
)
const threads: Thread[] = []
const done: number[] = []
const asked: number[] = []
const left: Record<string, number> = { "src/engine.js": 0, "src/wheels.js": 0 }
for (const i of range(0, 123)) {
  const thread: Thread = {
    path: i % 3 === 2 ? "src/wheels.js" : "src/engine.js",
    line: i + 1,
    body: `Remark ${i}: please name this.`,
    replies: [],
  }
  const kind = i % 8
  if (kind === 0) thread.resolved_by = "charles"
  if (kind === 0 || kind === 1 || kind === 4 || kind === 6)
    thread.replies.push(comment("linus", `Done in abc${i}.`))
  if (kind === 4) thread.replies.push(comment("charles", "Not quite: see below."))
  if (kind === 2)
    thread.replies.push(
      comment("linus", `Done in abc${i}?`),
      comment("linus", "Shall it be a constant?"),
    )
  if (kind === 5) thread.replies.push(comment("mary", "Done in my fork, by the way."))
  threads.push(thread)
  if (kind === 1 || kind === 6) done.push(i)
  else if (kind === 2) asked.push(i)
  if (kind !== 0 && kind !== 1 && kind !== 6) left[thread.path] = (left[thread.path] ?? 0) + 1
}
pulls.push({
  number: 220,
  title: "Rewrite the engine",
  author: "linus",
  head: "rewrite",
  review_requests: ["grace"],
  reviews: [{ author: "charles", state: "CHANGES_REQUESTED", body: "Some remarks.", threads }],
})
// 221–262: merged; 36 of them are in v1.8.0
const released: Pull[] = []
for (const n of range(221, 262)) {
  const author = pick(people, n)
  branch(`merged-${n}`, { [`src/merged-${n}.js`]: `export const merged = ${n}\n` }, author)
  const one: Pull = {
    number: n,
    title:
      n === 230
        ? 'Escape `$HOME` and "quotes" in paths'
        : `Make the ${pick(parts, n)} ${pick(["faster", "smaller", "safer"], n)} (part ${n - 220})`,
    author,
    head: `merged-${n}`,
    state: "MERGED",
    merge_method: "SQUASH",
  }
  if (n % 7 !== 3) {
    one.milestone = "v1.8.0"
    released.push(one)
  }
  pulls.push(one)
}
// closed without a merge, in the milestone
branch("given-up", { "src/given-up.js": "1\n" }, "zoe")
pulls.push({
  number: 263,
  title: "Give up the old API",
  author: "zoe",
  head: "given-up",
  state: "CLOSED",
  milestone: "v1.8.0",
})

// ---- runs
const log = (lines: readonly string[]) => lines.join("\n")
const nightly: One<Workflow["runs"]>[] = []
const tests = [
  "retries a refused upload",
  "keeps the order of rows",
  "reads an empty file",
  "closes idle sockets",
  "parses leap seconds",
]
for (const i of range(1, 26)) {
  const isFailed = [4, 11, 19, 24].includes(i)
  const isMain = i !== 24
  const test = pick(tests, i)
  const jobs: One<One<Workflow["runs"]>["jobs"]>[] = [
    { name: "build", conclusion: "SUCCESS" },
    {
      name: "unit (ubuntu)",
      conclusion: "SUCCESS",
      log: log(["ok 1 - everything", "# 212 tests, 0 failed"]),
    },
    isFailed
      ? {
          name: "unit (windows)",
          conclusion: "FAILURE",
          steps: [{ name: "Set up job" }, { name: "Run tests", conclusion: "FAILURE" }],
          log: log([
            "ok 1 - starts",
            "# warning: FAIL is printed below only once",
            ...range(2, 140).map((n) => `ok ${n} - case ${n} of the suite`),
            `not ok 141 - ${test}`,
            `  AssertionError: expected ${i} rows but found ${i + 1}`,
            "    at uploader.test.js:41",
            "# 212 tests, 1 failed",
            "Error: Process completed with exit code 1.",
          ]),
        }
      : { name: "unit (windows)", conclusion: "SUCCESS" },
    { name: "publish", conclusion: isFailed ? "SKIPPED" : "SUCCESS" },
  ]
  nightly.push({
    title: `Nightly ${i}`,
    event: "schedule",
    branch: isMain ? "main" : "rewrite",
    actor: "ada",
    jobs,
  })
}
const nightlyTest = pick(tests, 19)
const nightlyError = "AssertionError: expected 19 rows but found 20"
const ci: One<Workflow["runs"]>[] = []
const suites = ["tests/cache.test.js", "tests/parser.test.js", "tests/upload.test.js"]
const failedTests: Record<string, number> = {}
for (const i of range(1, 58)) {
  const isMain = i % 9 !== 4
  const isFailed = i % 5 === 2 || i === 14 || i === 54
  const names = isFailed ? (i % 10 === 2 ? [suites[0], suites[2]] : [pick(suites, i)]) : []
  ci.push({
    title: `Push ${i}`,
    event: "push",
    branch: isMain ? "main" : "topic-172",
    actor: pick(people, i),
    jobs: [
      { name: "lint", conclusion: "SUCCESS" },
      isFailed
        ? {
            name: "test",
            conclusion: "FAILURE",
            steps: [{ name: "Check out" }, { name: "Test", conclusion: "FAILURE" }],
            log: log([
              ...range(1, 30).map((n) => `PASS tests/other-${n}.test.js`),
              ...names.map((name) => `FAIL ${name}`),
              `Error: ${names.length} of 33 files failed`,
            ]),
          }
        : { name: "test", conclusion: i % 11 === 6 ? "CANCELLED" : "SUCCESS" },
    ],
  })
}
// The newest 40 on main.
const onMain = ci.filter(({ branch }) => branch === "main").slice(-40)
for (const { jobs } of onMain)
  for (const [, name = ""] of (jobs?.[1]?.log ?? "").matchAll(/FAIL (\S+)/g))
    failedTests[name] = (failedTests[name] ?? 0) + 1

// ---- releases
const releases: One<Repository["releases"]>[] = []
const lacking: string[] = []
const versions = range(0, 34).map((i) =>
  i < 18
    ? `v0.${i + 1}.0`
    : i < 34
      ? `v1.${Math.floor((i - 18) / 2)}.${(i - 18) % 2}`
      : "v1.8.0-rc.1",
)
const broken = "v1.5.0"
const brokenNotes =
  'Run `orbit --fix` first; it costs $5 & says "ok".\n\n* 100% faster\n* C:\\temp works\n'
versions.forEach((tag, i) => {
  const assets = [
    { name: "orbit-linux.tar.gz", content: `linux ${tag}` },
    { name: "orbit-windows.zip", content: `windows ${tag}` },
  ]
  const isPrerelease = tag.includes("rc") || i % 10 === 7
  const isLacking = i % 6 === 2 || i % 10 === 7
  if (!isLacking) assets.push({ name: "checksums.txt", content: `sum of ${tag}` })
  else if (i === 20) assets.push({ name: "checksums.txt.sig", content: "signature" })
  if (isLacking && !isPrerelease) lacking.push(tag)
  releases.push({
    tag,
    name: `Orbit ${tag.slice(1)}`,
    body: tag === broken ? brokenNotes : `Notes of ${tag}.`,
    author: "ada",
    prerelease: isPrerelease,
    assets,
  })
})
releases.push({
  tag: "v1.8.0",
  name: "to do",
  body: "to do",
  author: "ada",
  draft: true,
  assets: [{ name: "orbit-linux.tar.gz", content: "linux v1.8.0" }],
})

// ---- files
const files: Record<string, string> = { "README.md": "# Orbit\n" }
const packages = {
  alpha: ">=18",
  beta: ">=18",
  gamma: ">=16",
  delta: ">=18",
  epsilon: ">=18",
  zeta: ">=18",
  eta: "^18.0.0",
  theta: ">=18",
  iota: ">=18",
}
const newFiles: Record<string, string> = {}
for (const [name, node] of Object.entries(packages)) {
  const path = `packages/${name}/package.json`
  let text = `{\n  "name": "@acme/${name}",\n  "description": "Réads ${name} – \\"fast\\" & >=18 % safe",\n  "engines": { "node": "${node}" },\n  "dependencies": { "x": ">=18" }\n}\n`
  if (name === "delta") text = text.replace('{ "node": ">=18" }', '{"node":">=18"}')
  if (name === "zeta") text = text.replace(/\n$/, "")
  if (name === "iota") text = text.replaceAll("\n", "\r\n")
  files[path] = text
  if (node === ">=18") newFiles[path] = text.replace(/("node": ?)">=18"/, '$1">=20"')
}
files["packages/README.md"] = "All packages need node >=18.\n"

// ---- discussions
const categories = [
  { name: "Q&A", emoji: ":pray:", answerable: true },
  { name: "Ideas", emoji: ":bulb:" },
  { name: "Q&A (archive)", emoji: ":file_cabinet:", answerable: true },
]
const discussions: One<Repository["discussions"]>[] = []
const toAnswer: { title: string; body: string | undefined }[] = []
for (const i of range(1, 44)) {
  const category = i % 11 === 5 ? "Ideas" : i % 11 === 7 ? "Q&A (archive)" : "Q&A"
  const comments: Comment[] = [comment(pick(people, i + 1), "Me too.")]
  const kind = i % 4
  if (kind === 0) comments.push(comment("grace", "Answer: use --force."))
  if (kind === 1)
    comments.push({
      ...comment("ada", `Answer: set option ${i}.`),
      ...(category === "Q&A" && i % 8 === 1 && { is_answer: true as const }),
    })
  if (kind === 2)
    comments.push(
      comment("ada", "I am looking for an Answer: later."),
      comment("ada", `Answer: upgrade to 1.${i}.`),
      comment(pick(people, i), "Thanks!"),
    )
  discussions.push({
    title: `How do I configure the ${pick(parts, i)}? (${i})`,
    body: "Please help.",
    author: pick(people, i),
    category,
    comments,
  })
  if (category === "Q&A" && (kind === 2 || (kind === 1 && i % 8 !== 1)))
    toAnswer.push({
      title: `How do I configure the ${pick(parts, i)}? (${i})`,
      body: comments.find((one) => one.author === "ada" && one.body.startsWith("Answer:"))?.body,
    })
}

// ---- projects
const statuses = ["Todo", "In progress", "Done"]
const boardItems: One<Project["items"]>[] = []
const isClosedNow = (n: number) => (n <= 170 ? !isOpen(issue(n)) : n >= 221)
const boardNumbers = [...range(1, 120), ...range(221, 250)].filter(
  (n) => !(high.includes(n) && n > 40),
)
const toDone: number[] = []
for (const n of boardNumbers) {
  const status =
    n % 4 === 0 ? undefined : isClosedNow(n) ? pick(statuses, n) : pick(["Todo", "In progress"], n)
  boardItems.push({
    repository: "acme/orbit",
    number: n,
    ...(status && { fields: { Status: status } }),
  })
  if (isClosedNow(n) && status !== "Done") toDone.push(n)
}
const toAdd = high.filter((n) => isOpen(issue(n)) && !boardNumbers.includes(n))
const sprintItems: One<Project["items"]>[] = []
const sums: Record<string, number> = {}
const toBlock: number[] = []
for (const n of range(30, 150)) {
  const status = pick(["Todo", "In progress", "Blocked", "Done"], n * 7 + (n >> 2))
  const estimate = n % 6 === 0 ? undefined : (n % 5) + 0.5
  sprintItems.push({
    repository: "acme/orbit",
    number: n,
    fields: {
      Status: status,
      ...(estimate && { Estimate: estimate }),
      Sprint: n % 2 ? "Sprint 1" : "Sprint 2",
    },
  })
  sums[status] = (sums[status] ?? 0) + (estimate ?? 0)
  if (status === "In progress" && n % 3 === 0) issue(n).assignees = ["grace"]
  if (status === "In progress" && n % 3 !== 0) toBlock.push(n)
}
const projects: Project[] = [
  { title: "Old roadmap", closed: true, repositories: ["orbit"] },
  {
    title: "Orbit roadmap",
    repositories: ["orbit"],
    fields: [{ name: "Status", type: "SINGLE_SELECT", options: statuses }],
    items: boardItems,
  },
  {
    title: "Sprints",
    repositories: ["orbit"],
    fields: [
      {
        name: "Status",
        type: "SINGLE_SELECT",
        options: ["Todo", "In progress", "Blocked", "Done"],
      },
      { name: "Estimate", type: "NUMBER" },
      {
        name: "Sprint",
        type: "ITERATION",
        iterations: [
          { title: "Sprint 1", start: "2025-01-06" },
          { title: "Sprint 2", start: "2025-01-20" },
        ],
      },
    ],
    items: sprintItems,
  },
]

// ---- another repository, for searches
const docsIssues = range(1, 30).map(
  (n): Issue => ({
    number: n,
    title: n % 10 === 3 ? `connection reset in example ${n}` : `Page ${n} is unclear`,
    body: n % 4 === 0 ? "It ends with a Connection Reset." : "See the page.",
    author: pick(people, n),
    labels: [],
    ...(n % 12 === 0 && { state: "CLOSED" as const }),
    comments: n === 7 ? [comment("tim", "connection reset here")] : [],
  }),
)
const says = (one: Issue) => `${one.title}\n${one.body}`.toLowerCase().includes(phrase)
const found = {
  "acme/orbit": issues.filter((one) => isOpen(one) && says(one)).length,
  "acme/docs": docsIssues.filter((one) => isOpen(one) && says(one)).length,
}
const authors: Record<string, number> = {}
for (const one of [...issues, ...docsIssues])
  if (isOpen(one) && says(one)) authors[one.author] = (authors[one.author] ?? 0) + 1

export const seed: Seed = {
  viewer: "ada",
  users: [...maintainers, ...people].map((login) => ({ login })),
  bots: [{ login: "dependabot[bot]" }],
  organizations: [
    { login: "acme", members: { ada: "ADMIN", charles: "MEMBER", grace: "MEMBER" }, projects },
  ],
  repositories: [
    {
      owner: "acme",
      name: "orbit",
      description: "to do",
      topics: ["legacy", "cli"],
      collaborators: {
        charles: "WRITE",
        "dependabot[bot]": "WRITE",
        grace: "WRITE",
        ...Object.fromEntries(people.map((login) => [login, "WRITE" as const])),
      },
      variables: { OLD_CHANNEL: "beta", KEEP_ME: "yes" },
      labels: [
        "bug",
        "ci",
        "needs info",
        "type: feature",
        "enhancement",
        "priority: high",
        "dependencies",
        "type: features",
      ].map((name) => ({ name })),
      milestones: [{ title: "v1.8.0" }, { title: "v2.0" }, { title: beta }, { title: "v2.1" }],
      files,
      branches,
      issues,
      pull_requests: pulls,
      discussion_categories: categories,
      discussions,
      releases,
      workflows: [
        { name: "Nightly", path: ".github/workflows/nightly.yml", runs: nightly },
        { name: "CI", path: ".github/workflows/ci.yml", runs: [...runsOfUpdates, ...ci] },
        {
          name: "Nightly (docs)",
          path: ".github/workflows/nightly-docs.yml",
          runs: [
            {
              title: "Docs",
              event: "schedule",
              branch: "main",
              actor: "ada",
              jobs: [
                {
                  name: "links",
                  conclusion: "FAILURE",
                  log: "not ok 1 - finds every page\nAssertionError: 404",
                },
              ],
            },
          ],
        },
      ],
    },
    { owner: "acme", name: "docs", files: { "README.md": "# Docs\n" }, issues: docsIssues },
    {
      owner: "linus",
      name: "orbit-fork-notes",
      issues: [{ number: 1, title: "connection reset", body: "elsewhere", author: "linus" }],
      files: { "README.md": "x\n" },
    },
  ],
}
export const truth = {
  stale,
  toReview,
  merges,
  majors,
  done,
  asked,
  left,
  released,
  nightlyTest,
  nightlyError,
  failedTests,
  lacking,
  broken,
  brokenNotes,
  newFiles,
  files,
  toAnswer,
  toDone,
  toAdd,
  sums,
  toBlock,
  found,
  authors,
  beta,
  high,
  threads,
}
