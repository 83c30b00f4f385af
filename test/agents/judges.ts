/** What each job demands, as problems found in the state; none if it is done. */
import { truth } from "./world.js"

/** What the judges read of a snapshot of the sandbox. */
interface State {
  readonly accounts: readonly { id: number; login: string }[]
  readonly repositories: readonly Repository[]
  readonly labels: readonly { id: number; name: string; repository_id: number }[]
  readonly milestones: readonly Milestone[]
  readonly issues: readonly Row[]
  readonly pull_requests: readonly Row[]
  readonly issue_comments: readonly (Written & { subject_kind: string; subject_id: number })[]
  readonly review_requests: readonly { pull_request_id: number; reviewer_id: number }[]
  readonly review_threads: readonly { id: number; is_resolved: boolean }[]
  readonly review_comments: readonly (Written & { thread_id: number })[]
  readonly reviews: readonly { state: string }[]
  readonly projects: readonly { id: number; title: string }[]
  readonly project_fields: readonly ProjectField[]
  readonly project_items: readonly ProjectItem[]
  readonly discussions: readonly { title: string; answer: { comment_id: number } | null }[]
  readonly discussion_comments: readonly Written[]
  readonly releases: readonly Release[]
  readonly release_assets: readonly unknown[]
  readonly git: {
    commits: Readonly<Record<string, { tree_oid: string; parents: readonly string[] }>>
    trees: Readonly<Record<string, readonly { oid: string; name: string }[]>>
    blobs: Readonly<Record<string, string | { base64: string }>>
  }
}

interface Written {
  id: number
  author_id: number
  body: string
}

interface Row extends Written {
  kind: string
  number: number
  title: string
  state: string
  state_reason?: string | null
  repository_id: number
  label_ids: readonly number[]
  assignee_ids: readonly number[]
  milestone_id: number | null
  merge_commit_oid?: string
  head_ref_name?: string
  base_ref_name?: string
  is_draft?: boolean
}

interface Milestone {
  id: number
  title: string
  state: string
  due_on: string | null
}

interface ProjectField {
  id: number
  project_id: number
  name: string
  options: readonly { id: string; name: string }[]
}

interface ProjectItem {
  project_id: number
  subject_kind: string
  subject_id: number
  is_archived: boolean
  values: readonly (readonly [number, string])[]
}

interface Release {
  id: number
  tag_name: string
  name: string
  body: string
  is_draft: boolean
  is_prerelease: boolean
}

interface Repository {
  id: number
  name: string
  refs: Readonly<Record<string, string>>
  topics: readonly string[]
  variables: Readonly<Record<string, { value: string }>>
  description: string
  homepage_url: string
  delete_branch_on_merge: boolean
  has_wiki_enabled: boolean
  merge_commit_allowed: boolean
  squash_merge_allowed: boolean
  rebase_merge_allowed: boolean
}

/** The contents of answers.json. */
export type Answers = Readonly<Record<string, unknown>>

type Judge = (after: State, answers: Answers, before: State) => string[]

const same = (what: string, is: unknown, should: unknown): string[] => {
  const [found, expected] = [is, should].map((one) => JSON.stringify(one)?.slice(0, 300))
  const isSame = JSON.stringify(is) === JSON.stringify(should)
  return isSame ? [] : [`${what}: ${found} instead of ${expected}`]
}

const sorted = <T>(list: Iterable<T>): T[] => [...list].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

const sameSet = <T>(what: string, is: readonly T[], should: readonly T[]): string[] =>
  same(what, sorted(is), sorted(should))

/** Members in any order; numbers may be text, and those that are 0 absent. */
const sameMap = (what: string, is: unknown, should: Readonly<Record<string, number>>): string[] => {
  const entries = (map: object) =>
    Object.entries(map)
      .filter(([, value]) => Number(value) !== 0)
      .map(([key, value]) => `${key}=${Number(value)}`)
  return sameSet(what, entries(Object(is)), entries(should))
}

function view(s: State) {
  const repo = only(s.repositories.filter((one) => one.name === "orbit"))
  const login = (id: number) => s.accounts.find((one) => one.id === id)?.login
  const labels = new Map(
    s.labels.filter((one) => one.repository_id === repo.id).map((one) => [one.id, one.name]),
  )
  const shown = (row: Row) => ({
    number: row.number,
    title: row.title,
    body: row.body,
    state: row.state,
    reason: row.state_reason ?? null,
    labels: sorted(row.label_ids.map((id) => labels.get(id) ?? "")),
    assignees: row.assignee_ids.map(login),
    milestone: s.milestones.find((one) => one.id === row.milestone_id)?.title ?? null,
    comments: s.issue_comments
      .filter((c) => c.subject_kind === row.kind && c.subject_id === row.id)
      .map((c) => [login(c.author_id), c.body]),
    row,
  })
  const of = (rows: readonly Row[]) =>
    rows.filter((one) => one.repository_id === repo.id).map(shown)
  const issues = of(s.issues)
  const pulls = of(s.pull_requests)
  const requests = s.review_requests.map((one) =>
    [pulls.find(({ row }) => row.id === one.pull_request_id)?.number, login(one.reviewer_id)].join(
      " ",
    ),
  )
  const project = (title: string) => {
    const { id } = only(s.projects.filter((one) => one.title === title))
    const status = only(
      s.project_fields.filter((one) => one.project_id === id && one.name === "Status"),
    )
    return s.project_items
      .filter((one) => one.project_id === id)
      .map(({ values, ...item }) => {
        const others = new Map(values)
        const chosen = others.get(status.id)
        others.delete(status.id)
        return {
          number:
            (item.subject_kind === "Issue" ? issues : pulls).find(
              ({ row }) => row.id === item.subject_id,
            )?.number ?? 0,
          status: status.options.find((one) => one.id === chosen)?.name ?? null,
          archived: item.is_archived,
          rest: JSON.stringify([...others]),
        }
      })
  }
  return { repo, login, labels, issues, pulls, all: [...issues, ...pulls], requests, project }
}

function only<T>(list: readonly T[]): T {
  const [one] = list
  if (one === undefined) throw new Error("it is gone")
  return one
}

const numbered = <T extends { number: number }>(list: readonly T[], number: number): T =>
  only(list.filter((one) => one.number === number))

const added = (now: View, then: View, list: "issues" | "pulls") =>
  now[list].filter((one) => !then[list].some((x) => x.number === one.number))

type View = ReturnType<typeof view>

const ofJob = (answers: Answers, job: string): Readonly<Record<string, unknown>> =>
  Object(answers[job])

const firstSet: Readonly<Record<string, Judge>> = {
  ci(a, answers, b) {
    const now = view(a)
    const made = added(now, view(b), "issues")
    const [one] = made
    if (one === undefined || made.length > 1) return [`${made.length} issues were created`]
    return [
      ...same("title", one.title, `Nightly fails: ${truth.nightlyTest}`),
      ...same("body has the line", one.body.includes(truth.nightlyError), true),
      ...same("labels", one.labels, ["bug", "ci"]),
      ...same("assignees", one.assignees, ["ada"]),
      ...same("answers", ofJob(answers, "ci"), { test: truth.nightlyTest, issue: one.number }),
    ]
  },
  reviews: (a, _, b) =>
    sameSet("requests", view(a).requests, [
      ...view(b).requests,
      ...truth.toReview.map((one) => one.join(" ")),
    ]),
  board(a, answers, b) {
    const [now, then] = [view(a).project("Orbit roadmap"), view(b).project("Orbit roadmap")]
    const numbers = (items: typeof now) => items.map((one) => one.number)
    // An issue that the job "stale" closes is open before, and not after.
    const toAdd = truth.toAdd.filter((number) => !truth.stale.includes(number))
    const isBefore = numbers(now).some((one) => truth.toAdd.includes(one) && !toAdd.includes(one))
    const all = isBefore ? truth.toAdd : toAdd
    const problems = sameSet("items", numbers(now), [...numbers(then), ...all])
    for (const { number, status, archived } of now) {
      // The job "stale" closes it, before or after.
      if (truth.stale.includes(number) && status === "Done") continue
      const old = then.find((x) => x.number === number)?.status
      const should = truth.toDone.includes(number)
        ? "Done"
        : truth.toAdd.includes(number)
          ? "Todo"
          : old
      problems.push(...same(`item ${number}`, [status, archived], [should, false]))
    }
    const { done, added } = ofJob(answers, "board")
    const alsoStale = then.filter((one) => truth.stale.includes(one.number)).length
    const most = truth.toDone.length + alsoStale
    if (!(Number(done) >= truth.toDone.length && Number(done) <= most))
      problems.push(`answer board.done: ${done} instead of ${truth.toDone.length}`)
    return [...problems, ...same("answer board.added", Number(added), all.length)]
  },
  stale(a, _, b) {
    const now = view(a)
    return view(b).issues.flatMap((old) => {
      const { number, state, reason, comments } = numbered(now.issues, old.number)
      const is = [state, reason, comments.slice(old.comments.length)]
      const closed = ["CLOSED", "NOT_PLANNED", [["ada", "Closed, as nobody answered."]]]
      const isStale = truth.stale.includes(number)
      return same(`issue ${number}`, is, isStale ? closed : [old.state, old.reason, []])
    })
  },
  discussions(a, _, b) {
    const answered = (s: State) =>
      s.discussions.flatMap(({ title, answer }) => {
        const body = s.discussion_comments.find((one) => one.id === answer?.comment_id)?.body
        return body === undefined ? [] : [`${title}: ${body}`]
      })
    const wanted = truth.toAnswer.map(({ title, body }) => `${title}: ${body}`)
    return sameSet("answers", answered(a), [...answered(b), ...wanted])
  },
  settings(a) {
    const { repo } = view(a)
    return same(
      "settings",
      {
        ...{ description: repo.description, homepage: repo.homepage_url },
        topics: sorted(repo.topics),
        ...{ deletes: repo.delete_branch_on_merge, wiki: repo.has_wiki_enabled },
        merges: [repo.merge_commit_allowed, repo.squash_merge_allowed, repo.rebase_merge_allowed],
        variables: sorted(
          Object.entries(repo.variables).map(([key, { value }]) => `${key}=${value}`),
        ),
      },
      {
        ...{ description: 'Schedules & exports "orbits"', homepage: "https://orbit.acme.example" },
        topics: ["cli", "orbits", "scheduling"],
        ...{ deletes: true, wiki: false },
        merges: [false, true, false],
        variables: ["KEEP_ME=yes", "RELEASE_CHANNEL=stable"],
      },
    )
  },
  dependencies(a, _, b) {
    const [now, then] = [view(a), view(b)]
    return now.pulls.flatMap(({ number, state, comments, row }) => {
      const old = numbered(then.pulls, number)
      const isMerged = truth.merges.includes(number)
      const parents = isMerged && a.git.commits[row.merge_commit_oid ?? ""]?.parents.length
      const isMajor = truth.majors.includes(number)
      return same(
        `pull request ${number}`,
        [state, parents, comments.slice(old.comments.length)],
        [
          isMerged ? "MERGED" : old.state,
          isMerged && 1,
          isMajor ? [["ada", "Major update: a person decides."]] : [],
        ],
      )
    })
  },
  release(a, answers, b) {
    const [one, another] = a.releases.filter((x) => x.tag_name === "v1.8.0")
    const lines = truth.released.map((x) => `- ${x.title} (#${x.number}) @${x.author}`)
    const { pull_requests, url } = ofJob(answers, "release")
    return [
      ...same("other releases", [another, a.releases.length], [undefined, b.releases.length]),
      ...same("notes", one && withoutEnd(one.body), lines.join("\n")),
      ...same(
        "draft",
        [one?.is_draft, one?.is_prerelease, one?.name],
        [false, false, "Orbit 1.8.0"],
      ),
      ...same("assets", a.release_assets.length, b.release_assets.length),
      ...sameSet("closed milestones", closed(a), ["v1.8.0"]),
      ...same("answer release.pull_requests", Number(pull_requests), lines.length),
      ...same(
        "answer release.url",
        /\/[^/]+\/orbit\/releases\/tag\/v1\.8\.0$/.test(String(url)),
        true,
      ),
    ]
  },
}

const closed = ({ milestones }: State) =>
  milestones.filter(({ state }) => state === "CLOSED").map(({ title }) => title)

const withoutEnd = (text: string) => text.replaceAll("\r\n", "\n").trimEnd()

const secondSet: Readonly<Record<string, Judge>> = {
  releases(a, answers, b) {
    const shown = (one: Release) => [
      ...[one.tag_name, one.name, one.is_draft, one.is_prerelease],
      withoutEnd(one.body),
    ]
    const wanted = b.releases.map((one) => {
      if (one.tag_name !== truth.broken) return shown(one)
      const body = `> **Broken:** use v1.5.1.\n\n${truth.brokenNotes}`
      return shown({ ...one, is_prerelease: true, body })
    })
    const answer = answers.releases
    return [
      ...sameSet("answer releases", Array.isArray(answer) ? answer : [], truth.lacking),
      ...a.releases.flatMap((one, i) => same(one.tag_name, shown(one), wanted[i])),
      ...same("assets", a.release_assets.length, b.release_assets.length),
    ]
  },
  runs: (_, answers) => sameMap("answer runs", answers.runs, truth.failedTests),
  threads(a, answers, b) {
    const { login } = view(a)
    const comments = (s: State, id: number) =>
      s.review_comments
        .filter((one) => one.thread_id === id)
        .map((one) => [login(one.author_id), one.body])
    return [
      ...sameMap("answer threads", answers.threads, truth.left),
      ...b.review_threads.flatMap(({ id, is_resolved }, i) => {
        const now = only(a.review_threads.filter((one) => one.id === id))
        const replies = comments(a, id).slice(comments(b, id).length)
        const wanted = truth.asked.includes(i) ? [["ada", "@charles, please decide."]] : []
        const should = [is_resolved || truth.done.includes(i), wanted]
        return same(`thread ${i}`, [now.is_resolved, replies], should)
      }),
      ...same(
        "pending reviews",
        a.reviews.filter(({ state }) => state === "PENDING"),
        [],
      ),
    ]
  },
  labels(a, _, b) {
    const [now, then] = [view(a), view(b)]
    const isLeft = (name: string) => name !== "type: feature"
    const [left, before] = [now, then].map(({ labels }) => [...labels.values()])
    return [
      ...sameSet("labels", left ?? [], before?.filter(isLeft) ?? []),
      ...then.all.flatMap(({ number, labels }) => {
        const renamed = labels.map((name) => (isLeft(name) ? name : "enhancement"))
        const wanted = sorted(new Set(renamed))
        return same(`labels of ${number}`, numbered(now.all, number).labels, wanted)
      }),
    ]
  },
  milestones(a, _, b) {
    const now = view(a)
    const due = a.milestones.find(({ title }) => title === "v2.0")?.due_on
    return [
      ...view(b).all.flatMap(({ number, milestone, state }) => {
        const isMoved = milestone === truth.beta && state === "OPEN"
        const wanted = isMoved ? "v2.0" : milestone
        return same(`milestone of ${number}`, numbered(now.all, number).milestone, wanted)
      }),
      ...same("number of milestones", a.milestones.length, b.milestones.length),
      ...sameSet("closed milestones", closed(a), [truth.beta]),
      ...same("due", due?.slice(0, 10), "2026-12-15"),
    ]
  },
  files(a, _, b) {
    const now = view(a)
    const made = added(now, view(b), "pulls")
    const [one] = made
    if (one === undefined || made.length > 1) return [`${made.length} pull requests were created`]
    const before = filesAt(b, "main")
    const { head_ref_name, base_ref_name, is_draft } = one.row
    return [
      ...same("main", filesAt(a, "main"), before),
      ...same("node-20", filesAt(a, "node-20"), { ...before, ...truth.newFiles }),
      ...same(
        "pull request",
        [one.title, one.body.trim(), head_ref_name, base_ref_name, one.state, is_draft, one.labels],
        ["Require Node 20", "Needed for #5.", "node-20", "main", "OPEN", false, ["dependencies"]],
      ),
    ]
  },
  search: (_, answers) => [
    ...sameMap("answer search", answers.search, truth.found),
    ...sameMap("answer search_authors", answers.search_authors, truth.authors),
  ],
  sprints(a, answers, b) {
    const [now, then] = [view(a).project("Sprints"), view(b).project("Sprints")]
    const wanted = then.map((one) =>
      truth.toBlock.includes(one.number) ? { ...one, status: "Blocked" } : one,
    )
    return [
      ...sameMap("answer sprints", answers.sprints, truth.sums),
      ...same("number of items", now.length, then.length),
      ...now.flatMap((one, i) => same(`item ${one.number}`, one, wanted[i])),
    ]
  },
}

/** Path → text of each file of a branch, by path. */
function filesAt(s: State, branch: string): Readonly<Record<string, string>> {
  const files: [string, string][] = []
  const walk = (tree: string, folder: string) => {
    for (const { oid, name } of s.git.trees[tree] ?? []) {
      const blob = s.git.blobs[oid]
      if (blob === undefined) walk(oid, `${folder}${name}/`)
      else files.push([`${folder}${name}`, textOf(blob)])
    }
  }
  walk(s.git.commits[view(s).repo.refs[`refs/heads/${branch}`] ?? ""]?.tree_oid ?? "", "")
  return Object.fromEntries(sorted(files))
}

const textOf = (blob: string | { base64: string }) =>
  typeof blob === "string" ? blob : Buffer.from(blob.base64, "base64").toString()

/**
 * The problems of each job of a set, none if it is done.
 *
 * @param before - a snapshot of the sandbox before the jobs, `after` one afterwards
 */
export function judge(
  set: 1 | 2,
  { before, after }: Readonly<Record<"before" | "after", object>>,
  answers: Answers,
): Record<string, string[]> {
  const judged = Object.entries({ 1: firstSet, 2: secondSet }[set]).map(([job, of]) => {
    try {
      return [job, of(after as State, answers, before as State)]
    } catch (error) {
      return [job, [`the judge stopped: ${error}`]]
    }
  })
  return Object.fromEntries(judged)
}
