/** Lists that `gh issue view --json` and `gh pr view --json` have as fields. */
import { type Item, itemsOf } from "../print/index.js"
import { jsonField, type ListedFields, type Members, type Step } from "./step.js"

const written: Members = {
  id: "id",
  author: "author",
  authorAssociation: "author_association",
  body: "body",
}

const review: Members = {
  ...written,
  submittedAt: "submitted_at",
  state: "state",
  commit: ({ commit_sha }) => ({ oid: commit_sha ?? "" }),
}

const comments: ListedFields = {
  comments: {
    members: { ...written, createdAt: "created_at", isMinimized: "is_minimized", url: "url" },
  },
}

/** The newest review of each author, in chronological order. */
function latest(reviews: readonly Item[]): readonly Item[] {
  const newest = new Map(reviews.map((one) => [one.author ?? one.id, one]))
  return reviews.filter((one) => newest.get(one.author ?? one.id) === one)
}

const checks: ListedFields = {
  statusCheckRollup: {
    members: {
      __typename: "type",
      name: "name",
      context: ({ type, name }) => (type === "StatusContext" ? name : undefined),
      status: "status",
      conclusion: ({ type, conclusion }) => (type === "CheckRun" ? (conclusion ?? "") : undefined),
      state: "state",
      startedAt: ({ started_at, created_at }) => started_at ?? created_at,
      completedAt: "completed_at",
      detailsUrl: ({ type, url }) => (type === "CheckRun" ? url : undefined),
      targetUrl: ({ type, url }) => (type === "StatusContext" ? url : undefined),
    },
  },
}

const commits: ListedFields = {
  commits: {
    members: {
      oid: "sha",
      messageHeadline: "title",
      messageBody: ({ title, message }) =>
        String(message).startsWith(String(title))
          ? String(message).slice(String(title).length).trimStart()
          : message,
      authoredDate: "authored_at",
      committedDate: "committed_at",
      authors: ({ author, author_name }) => [{ login: author ?? "", name: author_name }],
    },
  },
}

const requests: ListedFields = {
  reviewRequests: {
    members: {
      __typename: "type",
      login: ({ login }) => login ?? undefined,
      slug: ({ team }) => team ?? undefined,
    },
  },
}

const closing: ListedFields = {
  closingIssuesReferences: {
    members: {
      id: "id",
      number: "number",
      repository: ({ owner, repo }) => ({ name: repo, owner: { login: owner } }),
      url: "url",
    },
  },
}

const lowered = (value: unknown) => (value === null ? "" : String(value).toLowerCase())

const states: Members = {
  name: "name",
  status: ({ status }) => lowered(status),
  conclusion: ({ conclusion }) => lowered(conclusion),
}

const jobs: ListedFields = {
  jobs: {
    members: {
      ...states,
      databaseId: "job_id",
      url: "url",
      startedAt: "started_at",
      completedAt: "completed_at",
      steps: ({ steps }) =>
        itemsOf(steps).map((step) => membersOf({ ...states, number: "number" }, step)),
    },
  },
}

const listing = (id: string, lists: ListedFields): Step => ({
  id,
  given: Object.keys(lists).map(jsonField),
  usual: { first: 100 },
  lists,
})

export const listsOfIssues: readonly Step[] = [listing("issue.comments.list", comments)]

export const listsOfPulls: readonly Step[] = [
  listing("pr.comments.list", comments),
  listing("pr.reviews.list", {
    reviews: { members: review },
    latestReviews: { members: review, of: latest },
  }),
  listing("pr.checks.list", checks),
  listing("pr.commits.list", commits),
  listing("pr.files.list", {
    files: { members: { path: "path", additions: "additions", deletions: "deletions" } },
  }),
  listing("pr.reviewers.list", requests),
  listing("pr.issues.list", closing),
]

export const listsOfRuns: readonly Step[] = [
  {
    ...listing("workflow.run.jobs.list", jobs),
    usual: { first: 100, include_steps: true },
    without: ["log-failed", "job", "log"],
  },
]

/** gh returns an empty text instead of null. */
const description = (item: Item) => item.description ?? ""

export const listsOfRepositories: readonly Step[] = [
  listing("repo.languages.list", {
    languages: { members: { size: "size", node: ({ name }) => ({ name }) } },
  }),
  {
    ...listing("repo.labels.list", {
      labels: {
        members: { id: "id", name: "name", description, color: "color" },
      },
    }),
    usual: { first: 100, sort: "CREATED_AT" },
  },
  listing("repo.milestones.list", {
    milestones: {
      members: {
        number: "number",
        title: "title",
        description,
        dueOn: "due_on",
      },
    },
  }),
  listing("repo.assignables.list", {
    assignableUsers: { members: { id: "id", login: "login", name: "name" } },
  }),
  {
    ...listing("release.latest", {
      latestRelease: {
        isOne: true,
        members: { name: "name", tagName: "tag_name", url: "url", publishedAt: "published_at" },
      },
    }),
    usual: {},
    mayMiss: true,
  },
]

/** The fields of gh that a step's list provides, with gh's names in each item. */
export function listedIn({ lists = {} }: Step, page: unknown): Readonly<Record<string, unknown>> {
  const items = itemsOf(Object(page).items)
  const all = Object.entries(lists).map(([name, { members, of, isOne }]) => {
    if (isOne) return [name, page === undefined ? null : membersOf(members, Object(page))]
    const own = of ? of(items) : items
    return [name, own.map((item) => membersOf(members, item))]
  })
  return Object.fromEntries(all)
}

function membersOf(members: Members, item: Item) {
  const own = Object.entries(members).map(([name, column]) => [
    name,
    typeof column === "string" ? item[column] : column(item),
  ])
  return Object.fromEntries(own.filter(([, value]) => value !== undefined))
}
