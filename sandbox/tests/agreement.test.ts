import { afterAll, beforeAll, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { data } from "./client.js"
import { rest, restPages } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

const REPOSITORIES = [
  "octocat/hello-world",
  "octocat/secret",
  "octocat/attic",
  "octocat/big",
  "octo-org/tools",
  "hubot/hello-world",
]

// biome-ignore lint/suspicious/noExplicitAny: both interfaces' answers, respelt.
type Item = any

/** All nodes of a connection of a repository. */
async function nodes(repository: string, connection: string, fields: string): Promise<Item[]> {
  const [owner, name] = repository.split("/")
  const items: Item[] = []
  let after: string | null = null
  do {
    const reply: Item = await data(
      sandbox,
      `query ($owner: String!, $name: String!, $after: String) {
        repository(owner: $owner, name: $name) {
          connection: ${connection.replace("(", "(first: 100, after: $after, ")} {
            nodes { ${fields} } pageInfo { hasNextPage endCursor }
          }
        }
      }`,
      { owner, name, after },
    )
    const page: Item = reply.repository.connection
    items.push(...page.nodes)
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
  } while (after !== null)
  return items
}

const lower = (text: string | null | undefined) => text?.toLowerCase() ?? null
const logins = (list: Item) => list.nodes.map((one: Item) => one.login)
const names = (list: Item) => list.nodes.map((one: Item) => one.name)

const NUMBERED = `
  id databaseId number title body state url createdAt updatedAt closedAt locked activeLockReason
  authorAssociation author { login } milestone { number } comments { totalCount }
  assignees(first: 20) { nodes { login } }
  labels(first: 100, orderBy: { field: CREATED_AT, direction: ASC }) { nodes { name } }
  reactionGroups { content reactors { totalCount } }
`

const numberedOf = (node: Item) => ({
  node_id: node.id,
  number: node.number,
  title: node.title,
  body: node.body,
  html_url: node.url,
  state: node.state === "OPEN" ? "open" : "closed",
  created_at: node.createdAt,
  updated_at: node.updatedAt,
  closed_at: node.closedAt,
  locked: node.locked,
  active_lock_reason: lower(node.activeLockReason),
  author_association: node.authorAssociation,
  user: node.author.login,
  milestone: node.milestone?.number ?? null,
  assignees: logins(node.assignees),
  labels: names(node.labels).sort(),
})

const numberedFrom = (row: Item) => ({
  node_id: row.node_id,
  number: row.number,
  title: row.title,
  body: row.body ?? "",
  html_url: row.html_url,
  state: row.state,
  created_at: row.created_at,
  updated_at: row.updated_at,
  closed_at: row.closed_at,
  locked: row.locked,
  active_lock_reason: row.active_lock_reason,
  author_association: row.author_association,
  user: row.user.login,
  milestone: row.milestone?.number ?? null,
  assignees: row.assignees.map((one: Item) => one.login),
  labels: row.labels.map((one: Item) => one.name).sort(),
})

const byNumber = (a: Item, b: Item) => a.number - b.number

test.each(REPOSITORIES)("REST and GraphQL agree on the issues of %s", async (repository) => {
  const graphql = (
    await nodes(repository, "issues(orderBy: null)", `${NUMBERED} stateReason isPinned`)
  ).map((node) => ({
    ...numberedOf(node),
    id: node.databaseId,
    state_reason: lower(node.stateReason),
    comments: node.comments.totalCount,
    reactions: node.reactionGroups.reduce((n: number, one: Item) => n + one.reactors.totalCount, 0),
  }))
  const all = await restPages(sandbox, `/repos/${repository}/issues?state=all&per_page=100`)
  const viaRest = all
    .filter((row) => !row.pull_request)
    .map((row) => ({
      ...numberedFrom(row),
      id: row.id,
      state_reason: row.state_reason,
      comments: row.comments,
      reactions: row.reactions.total_count,
    }))
  expect(viaRest.sort(byNumber)).toEqual(graphql.sort(byNumber))
})

const PULL = `
  isDraft merged mergedAt mergedBy { login } mergeCommit { oid } potentialMergeCommit { oid } mergeable
  headRefName headRefOid baseRefName baseRefOid additions deletions changedFiles
  commits { totalCount } reviewRequests(first: 20) { nodes { requestedReviewer { ... on User { login } } } }
`

const MERGEABLE: Record<string, boolean | null> = {
  MERGEABLE: true,
  CONFLICTING: false,
  UNKNOWN: null,
}

test.each(REPOSITORIES)("REST and GraphQL agree on the pull requests of %s", async (repository) => {
  const graphql = (await nodes(repository, "pullRequests(orderBy: null)", NUMBERED + PULL)).map(
    (node) => ({
      ...numberedOf(node),
      id: node.databaseId,
      draft: node.isDraft,
      merged: node.merged,
      merged_at: node.mergedAt,
      merged_by: node.mergedBy?.login ?? null,
      merge_commit_sha: (node.mergeCommit ?? node.potentialMergeCommit)?.oid ?? null,
      mergeable: MERGEABLE[node.mergeable],
      head: [node.headRefName, node.headRefOid],
      base: [node.baseRefName, node.baseRefOid],
      counts: [
        node.additions,
        node.deletions,
        node.changedFiles,
        node.commits.totalCount,
        node.comments.totalCount,
      ],
      reviewers: node.reviewRequests.nodes.map((one: Item) => one.requestedReviewer.login),
    }),
  )
  const list = await restPages(sandbox, `/repos/${repository}/pulls?state=all`)
  const viaRest = await Promise.all(
    list.map(async ({ number }) => {
      const { body: row } = await rest(sandbox, `GET /repos/${repository}/pulls/${number}`)
      return {
        ...numberedFrom(row),
        id: row.id,
        draft: row.draft,
        merged: row.merged,
        merged_at: row.merged_at,
        merged_by: row.merged_by?.login ?? null,
        merge_commit_sha: row.merge_commit_sha,
        mergeable: row.mergeable,
        head: [row.head.ref, row.head.sha],
        base: [row.base.ref, row.base.sha],
        counts: [row.additions, row.deletions, row.changed_files, row.commits, row.comments],
        reviewers: row.requested_reviewers.map((one: Item) => one.login),
      }
    }),
  )
  expect(viaRest.sort(byNumber)).toEqual(graphql.sort(byNumber))
  const asIssues = (await restPages(sandbox, `/repos/${repository}/issues?state=all&per_page=100`))
    .filter((row) => row.pull_request)
    .map(numberedFrom)
  expect(asIssues.sort(byNumber)).toEqual(list.map(numberedFrom).sort(byNumber))
})

test.each(REPOSITORIES)(
  "REST and GraphQL agree on the labels and milestones of %s",
  async (repository) => {
    const labels = await nodes(
      repository,
      "labels(query: null)",
      "id name color description isDefault",
    )
    const viaRest = await restPages(sandbox, `/repos/${repository}/labels`)
    const byName = (a: Item, b: Item) => (a.name < b.name ? -1 : 1)
    expect(
      viaRest
        .map(({ node_id, name, color, description, default: isDefault }) => ({
          id: node_id,
          name,
          color,
          description,
          isDefault,
        }))
        .sort(byName),
    ).toEqual(labels.sort(byName))

    const milestones = await nodes(
      repository,
      "milestones(query: null)",
      "id number title description state dueOn closedAt createdAt updatedAt creator { login } open: issues(states: OPEN) { totalCount } closed: issues(states: CLOSED) { totalCount } openPulls: pullRequests(states: OPEN) { totalCount } closedPulls: pullRequests(states: [CLOSED, MERGED]) { totalCount }",
    )
    const listed = await restPages(sandbox, `/repos/${repository}/milestones?state=all`)
    expect(
      listed.sort(byNumber).map((row) => ({
        id: row.node_id,
        number: row.number,
        title: row.title,
        description: row.description,
        state: row.state.toUpperCase(),
        dueOn: row.due_on,
        closedAt: row.closed_at,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        creator: row.creator.login,
        open: row.open_issues,
        closed: row.closed_issues,
      })),
    ).toEqual(
      milestones.map(({ creator, open, closed, openPulls, closedPulls, ...row }) => ({
        ...row,
        creator: creator.login,
        open: open.totalCount + openPulls.totalCount,
        closed: closed.totalCount + closedPulls.totalCount,
      })),
    )
  },
)

const COMMENT = "id databaseId body url createdAt updatedAt authorAssociation author { login }"

const commentOf = ({ id, databaseId, url, author, ...node }: Item) => ({
  node_id: id,
  id: databaseId,
  html_url: url,
  user: author.login,
  body: node.body,
  created_at: node.createdAt,
  updated_at: node.updatedAt,
  author_association: node.authorAssociation,
})

const commentFrom = (row: Item) => ({
  node_id: row.node_id,
  id: row.id,
  html_url: row.html_url,
  user: row.user.login,
  body: row.body,
  created_at: row.created_at,
  updated_at: row.updated_at,
  author_association: row.author_association,
})

const byId = (a: Item, b: Item) => a.id - b.id

test.each(REPOSITORIES)("REST and GraphQL agree on the comments of %s", async (repository) => {
  const fields = `comments(first: 100) { nodes { ${COMMENT} } }`
  const graphql = [
    ...(await nodes(repository, "issues(orderBy: null)", fields)),
    ...(await nodes(repository, "pullRequests(orderBy: null)", fields)),
  ].flatMap((node) => node.comments.nodes.map(commentOf))
  const viaRest = await restPages(sandbox, `/repos/${repository}/issues/comments`)
  expect(viaRest.map(commentFrom).sort(byId)).toEqual(graphql.sort(byId))
})

const FILE_STATUS: Record<string, string> = { ADDED: "added", MODIFIED: "modified" }

test.each(REPOSITORIES)(
  "REST and GraphQL agree on reviews, threads and review comments of %s",
  async (repository) => {
    const pulls = await nodes(
      repository,
      "pullRequests(orderBy: null)",
      `number
     files(first: 100) { nodes { path additions deletions changeType } }
     reviews(first: 100) { nodes { ${COMMENT} state submittedAt commit { oid } } }
     reviewThreads(first: 20) { nodes {
       path line startLine diffSide originalLine subjectType
       comments(first: 20) { nodes { ${COMMENT} diffHunk replyTo { databaseId } pullRequestReview { databaseId } } }
     } }`,
    )
    for (const pull of pulls) {
      const at = `/repos/${repository}/pulls/${pull.number}`
      const files = await restPages(sandbox, `${at}/files`)
      expect(
        files.map(({ filename, additions, deletions, status }) => [
          filename,
          additions,
          deletions,
          status,
        ]),
      ).toEqual(
        pull.files.nodes.map((file: Item) => [
          file.path,
          file.additions,
          file.deletions,
          FILE_STATUS[file.changeType],
        ]),
      )

      const reviews = await restPages(sandbox, `${at}/reviews`)
      expect(
        reviews.map(({ node_id, id, body, state, user, submitted_at, commit_id }) => ({
          node_id,
          id,
          body,
          state,
          user: user.login,
          submitted_at,
          commit_id,
        })),
      ).toEqual(
        pull.reviews.nodes.map((node: Item) => ({
          node_id: node.id,
          id: node.databaseId,
          body: node.body,
          state: node.state,
          user: node.author.login,
          submitted_at: node.submittedAt,
          commit_id: node.commit.oid,
        })),
      )

      const comments = await restPages(sandbox, `${at}/comments`)
      expect(
        comments
          .map((row) => ({
            ...commentFrom(row),
            path: row.path,
            line: row.line,
            start_line: row.start_line,
            side: row.side,
            original_line: row.original_line,
            subject_type: row.subject_type,
            diff_hunk: row.diff_hunk,
            in_reply_to_id: row.in_reply_to_id ?? null,
            review: row.pull_request_review_id,
          }))
          .sort(byId),
      ).toEqual(
        pull.reviewThreads.nodes
          .flatMap((thread: Item) =>
            thread.comments.nodes.map((node: Item) => ({
              ...commentOf(node),
              path: thread.path,
              line: thread.line,
              start_line: thread.startLine,
              side: thread.diffSide,
              original_line: thread.originalLine,
              subject_type: thread.subjectType.toLowerCase(),
              diff_hunk: node.diffHunk,
              in_reply_to_id: node.replyTo?.databaseId ?? null,
              review: node.pullRequestReview.databaseId,
            })),
          )
          .sort(byId),
      )
    }
  },
)

test.each(REPOSITORIES)(
  "REST and GraphQL agree on the repository %s, its releases and its branches",
  async (repository) => {
    const [owner, name] = repository.split("/")
    const { repository: node } = await data(
      sandbox,
      `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
      id databaseId name nameWithOwner description homepageUrl url isPrivate isFork isArchived
      stargazerCount forkCount createdAt updatedAt pushedAt defaultBranchRef { name }
      owner { login } parent { nameWithOwner }
      issues(states: OPEN) { totalCount } pullRequests(states: OPEN) { totalCount }
      releases(first: 100) { nodes { id tagName name isDraft publishedAt description url } }
      refs(first: 100, refPrefix: "refs/heads/") { nodes { id name target { oid } } }
    } }`,
      { owner, name },
    )
    const { body: row } = await rest(sandbox, `GET /repos/${repository}`)
    expect(row).toMatchObject({
      node_id: node.id,
      id: node.databaseId,
      name: node.name,
      full_name: node.nameWithOwner,
      description: node.description,
      homepage: node.homepageUrl,
      html_url: node.url,
      private: node.isPrivate,
      fork: node.isFork,
      archived: node.isArchived,
      stargazers_count: node.stargazerCount,
      forks_count: node.forkCount,
      created_at: node.createdAt,
      updated_at: node.updatedAt,
      pushed_at: node.pushedAt,
      default_branch: node.defaultBranchRef.name,
      owner: { login: node.owner.login },
      open_issues_count: node.issues.totalCount + node.pullRequests.totalCount,
    })
    expect(row.parent?.full_name ?? null).toBe(node.parent?.nameWithOwner ?? null)

    const releases = await restPages(sandbox, `/repos/${repository}/releases`)
    expect(
      releases.map((one) => ({
        id: one.node_id,
        tagName: one.tag_name,
        name: one.name,
        isDraft: one.draft,
        publishedAt: one.published_at,
        description: one.body,
        url: one.html_url,
      })),
    ).toEqual(node.releases.nodes)

    const refs = await restPages(sandbox, `/repos/${repository}/git/matching-refs/heads/`)
    expect(
      refs.map(({ node_id, ref, object }) => ({
        id: node_id,
        name: ref.replace("refs/heads/", ""),
        target: { oid: object.sha },
      })),
    ).toEqual(node.refs.nodes)
  },
)

test.each(["octocat", "hubot", "monalisa"])(
  "REST and GraphQL agree on the user %s",
  async (login) => {
    const { user } = await data(
      sandbox,
      `query ($login: String!) { user(login: $login) {
      id databaseId login name bio company location url createdAt followers { totalCount } following { totalCount }
    } }`,
      { login },
    )
    const { body } = await rest(sandbox, `GET /users/${login}`)
    expect(body).toMatchObject({
      node_id: user.id,
      id: user.databaseId,
      login: user.login,
      name: user.name,
      bio: user.bio,
      company: user.company,
      location: user.location,
      html_url: user.url,
      created_at: user.createdAt,
      followers: user.followers.totalCount,
      following: user.following.totalCount,
    })
  },
)
