/** A successful call of each modelled operation in the default store. */

interface Call {
  path: string
  body?: unknown
  /** Requests to make first, as `POST /path` with a body. */
  before?: [call: string, body?: unknown][]
}

interface Example extends Partial<Omit<Call, "path">> {
  /** Path parameters that differ from the usual values. */
  at?: Record<string, string | number>
  query?: string
}

/** The ids of the file `newFile`, of the tag `newTag`, and of a tree that contains nothing but the file. */
const NEW_FILE = "587be6b4c3f93f93c489c0111bba5596147a26cb"
const NEW_TAG = "f72c46d812035a7c7d51af7d85dde2451d14446a"
const NEW_TREE = "7747db22c62d3c631726544bc4166157074b0d05"

const USUAL: Record<string, string | number> = {
  owner: "octocat",
  repo: "hello-world",
  org: "octo-org",
  username: "monalisa",
  issue_number: 1,
  pull_number: 7,
  milestone_number: 1,
  name: "bug",
  assignee: "octocat",
  branch: "main",
  comment_id: 1,
  review_id: 1,
  release_id: 1,
  asset_id: 1,
  alert_number: 1,
  ghsa_id: "GHSA-h2gr-3cf4-w5x6",
  team_slug: "maintainers",
  workflow_id: 1,
  run_id: 1,
  job_id: 1,
  artifact_id: 1,
  cache_id: 1,
  ruleset_id: 1,
  autolink_id: 1,
  installation_id: 1,
  app_slug: "ghx-sandbox",
  check_run_id: 1,
  check_suite_id: 1,
  attempt_number: 1,
  thread_id: 11,
  tag: "v0.1.0",
  ref: "heads/main",
  path: "README.md",
  basehead: "main...polite-greeting",
  file_sha: NEW_FILE,
  tree_sha: "main",
  tag_sha: NEW_TAG,
  reaction_id: 1,
  event_id: 1,
}

const REPO = "/repos/{owner}/{repo}"
const HELLO = "/repos/octocat/hello-world"
const DEPLOY = { environment: "staging" }

const newFile = { message: "Add it", branch: "rewrite", content: "eAo=" }
const comment = { body: "Well said." }
const line = { path: "src/greet.js", line: 2, side: "RIGHT", body: "Why?" }
const newTree = { tree: [{ path: "new.md", mode: "100644", type: "blob", content: "x\n" }] }
const oldFile = [{ path: "old.md", mode: "100644", content: "x\n" }]
const newTag = {
  ...{ tag: "note", message: "A note\n", type: "blob", object: NEW_FILE },
  tagger: { name: "Ada", email: "ada@example.com", date: "2025-01-01T00:00:00Z" },
}
const react: Example = { body: { content: "rocket" } }
const draft: Example["before"] = [[`POST ${HELLO}/pulls/8/reviews`, { body: "Nearly." }]]
const eachPull: Example[] = [6, 7, 8, 9].map((pull_number) => ({ at: { pull_number } }))
const eachIssue: Example[] = [1, 2, 3, 4, 5, 6, 7].map((issue_number) => ({ at: { issue_number } }))
const eachRepository: Example[] = [
  {},
  { at: { repo: "secret" } },
  { at: { repo: "attic" } },
  { at: { owner: "octo-org", repo: "tools" } },
  { at: { owner: "hubot" } },
]

/** "hunter2", sealed for octocat/hello-world. */
const SEALED = {
  encrypted_value: "hrSkXWlUsM9HkBExP3kgR1OeDy3kbdizb5cDhN6+NUuZzlIHnUZUq5RRpJBCdET2Yyb6Ofeu1g==",
  key_id: "568250167000000001",
}

/** The same, for the first environment and for octo-org. */
const SEALED_FOR = {
  environment: {
    encrypted_value: "wj+KA1CCww+Ja7T/Q93S2ljvWyFWw4qRY0sw/69EFhb/CC/N4GcOpbhUfjscAtHAl14iOWSRyA==",
    key_id: "568250167000000001",
  },
  organization: {
    encrypted_value: "h57wsHMWkVqp1yJUK3Ws/fH2cYrvz90N07l4nusJnHmk2iEhQE96K7htZcfWVtSAGr3LIXV4og==",
    key_id: "568250167000000004",
  },
}

/** The first gist of the default store. */
const GIST: Example = { at: { gist_id: "3f397ccabda1ffefccd28d0cbd01c471" } }

const newCheck = {
  ...{ name: "Report", head_sha: "HEAD OF 7", conclusion: "neutral" },
  output: {
    ...{ title: "One note", summary: "See below" },
    annotations: [
      { path: "README.md", start_line: 1, end_line: 1, annotation_level: "notice", message: "So" },
    ],
  },
}
const check: Example = {
  at: { check_run_id: 6, check_suite_id: 4 },
  before: [[`POST ${HELLO}/check-runs`, newCheck]],
}

const PROTECTION = {
  required_status_checks: { strict: false, contexts: ["test"] },
  required_pull_request_reviews: { required_approving_review_count: 1 },
  ...{ enforce_admins: false, restrictions: null },
}
const isProtected: Example = { before: [[`PUT ${HELLO}/branches/main/protection`, PROTECTION]] }

/** Nothing is delivered to a host outside of this machine. */
const hook = { name: "web", config: { url: "https://example.com/hook" } }
const ofHook = (base: string): Example => ({
  at: { hook_id: 1, delivery_id: 1 },
  before: [[`POST ${base}/hooks`, hook]],
})
const APP_HOOK: Example = {
  at: { delivery_id: 1 },
  before: [
    ["PATCH /app/hook/config", hook.config],
    [`POST ${HELLO}/labels`, { name: "heard" }],
  ],
}

const hookExamples = (list: string, example: Example): Record<string, Example> => ({
  [`POST ${list}`]: { body: hook },
  [`PATCH ${list}/{hook_id}`]: { ...example, body: { events: ["issues"] } },
  [`PATCH ${list}/{hook_id}/config`]: { ...example, body: { content_type: "json" } },
  ...Object.fromEntries(
    [
      ...[`GET ${list}`, `GET ${list}/{hook_id}`, `DELETE ${list}/{hook_id}`],
      ...[`GET ${list}/{hook_id}/config`, `POST ${list}/{hook_id}/pings`],
      `POST ${list}/{hook_id}/tests`,
      ...deliveriesOf(`${list}/{hook_id}`),
    ].map((operation) => [operation, example]),
  ),
})

const deliveriesOf = (base: string): string[] => [
  `GET ${base}/deliveries`,
  `GET ${base}/deliveries/{delivery_id}`,
  `POST ${base}/deliveries/{delivery_id}/attempts`,
]

const deployment = { ref: "main", required_contexts: [], environment: "staging" }
const ofDeployment: Example = {
  at: { deployment_id: 1, status_id: 1 },
  before: [
    [`POST ${HELLO}/deployments`, deployment],
    [`POST ${HELLO}/deployments/1/statuses`, { state: "success", description: "Live" }],
  ],
}
const ofEnvironment: Example = {
  at: { environment_name: "staging" },
  before: [[`PUT ${HELLO}/environments/staging`]],
}
const invited: Example = {
  at: { invitation_id: 1 },
  before: [["PUT /repos/octocat/big/collaborators/hubot", { permission: "push" }]],
}
const ofInvitation: Example = { ...invited, at: { ...invited.at, repo: "big" } }

/** Calls of the settings that an environment or an organization has: each is made before. */
function settingsOf(
  base: string,
  path: string,
  sealed: object,
  access: object,
  before: NonNullable<Example["before"]> = [],
): Record<string, Example> {
  const secret: [string, object] = [`PUT ${path}/secrets/NEW`, { ...sealed, ...access }]
  const variable: [string, object] = [
    `POST ${path}/variables`,
    { name: "STAGE", value: "x", ...access },
  ]
  const at = { environment_name: "staging", secret_name: "NEW", name: "STAGE" }
  const withSecret = { at, before: [...before, secret] }
  const withVariable = { at, before: [...before, variable] }
  return {
    [`GET ${base}/secrets`]: withSecret,
    [`GET ${base}/secrets/public-key`]: { at, before },
    [`GET ${base}/secrets/{secret_name}`]: withSecret,
    [`PUT ${base}/secrets/{secret_name}`]: { at, before, body: secret[1] },
    [`DELETE ${base}/secrets/{secret_name}`]: withSecret,
    [`GET ${base}/variables`]: withVariable,
    [`POST ${base}/variables`]: { at, before, body: variable[1] },
    [`GET ${base}/variables/{name}`]: withVariable,
    [`PATCH ${base}/variables/{name}`]: { ...withVariable, body: { value: "y" } },
    [`DELETE ${base}/variables/{name}`]: withVariable,
  }
}

const WEBSITE: Example = { at: { owner: "octo-org", repo: "website", build_id: 3 } }

const packageExamples = (
  base: string,
  at: NonNullable<Example["at"]>,
): Record<string, Example> => ({
  [`GET ${base}`]: { at, query: `package_type=${at.package_type}` },
  ...Object.fromEntries(
    ["", "/versions", "/versions/{package_version_id}"].map((rest) => [
      `GET ${base}/{package_type}/{package_name}${rest}`,
      { at },
    ]),
  ),
})
const NPM = { username: "octocat", package_type: "npm", package_name: "hello" }

const EXAMPLES: Record<string, Example | Example[]> = {
  ...packageExamples("/user/packages", { ...NPM, package_version_id: 1 }),
  ...packageExamples("/users/{username}/packages", { ...NPM, package_version_id: 2 }),
  ...packageExamples("/orgs/{org}/packages", {
    ...{ package_type: "container", package_name: "website", package_version_id: 5 },
  }),
  [`GET ${REPO}/pages`]: WEBSITE,
  [`GET ${REPO}/pages/builds`]: WEBSITE,
  [`GET ${REPO}/pages/builds/latest`]: WEBSITE,
  [`GET ${REPO}/pages/builds/{build_id}`]: WEBSITE,
  [`POST ${REPO}/pages`]: { body: { source: { branch: "main", path: "/docs" } } },
  [`PUT ${REPO}/pages`]: { ...WEBSITE, body: { cname: "example.com" } },
  [`DELETE ${REPO}/pages`]: WEBSITE,
  ...settingsOf(
    `${REPO}/environments/{environment_name}`,
    `${HELLO}/environments/staging`,
    SEALED_FOR.environment,
    {},
    ofEnvironment.before,
  ),
  ...settingsOf("/orgs/{org}/actions", "/orgs/octo-org/actions", SEALED_FOR.organization, {
    visibility: "selected",
    selected_repository_ids: [5],
  }),
  [`POST ${REPO}/deployments`]: { body: deployment },
  [`GET ${REPO}/deployments`]: ofDeployment,
  [`GET ${REPO}/deployments/{deployment_id}`]: ofDeployment,
  [`DELETE ${REPO}/deployments/{deployment_id}`]: ofDeployment,
  [`GET ${REPO}/deployments/{deployment_id}/statuses`]: ofDeployment,
  [`POST ${REPO}/deployments/{deployment_id}/statuses`]: {
    ...ofDeployment,
    body: { state: "in_progress", log_url: "https://example.com/log" },
  },
  [`GET ${REPO}/deployments/{deployment_id}/statuses/{status_id}`]: ofDeployment,
  [`GET ${REPO}/environments`]: ofEnvironment,
  [`GET ${REPO}/environments/{environment_name}`]: ofEnvironment,
  [`PUT ${REPO}/environments/{environment_name}`]: ofEnvironment,
  [`DELETE ${REPO}/environments/{environment_name}`]: ofEnvironment,
  "PATCH /user/repository_invitations/{invitation_id}": invited,
  "DELETE /user/repository_invitations/{invitation_id}": invited,
  [`GET ${REPO}/invitations`]: ofInvitation,
  [`PATCH ${REPO}/invitations/{invitation_id}`]: { ...ofInvitation, body: { permissions: "read" } },
  [`DELETE ${REPO}/invitations/{invitation_id}`]: ofInvitation,
  ...hookExamples(`${REPO}/hooks`, ofHook(HELLO)),
  ...hookExamples("/orgs/{org}/hooks", ofHook("/orgs/octo-org")),
  ...Object.fromEntries(deliveriesOf("/app/hook").map((one) => [one, APP_HOOK])),
  "GET /app/hook/config": APP_HOOK,
  "PATCH /app/hook/config": { body: hook.config },
  [`POST ${REPO}/check-runs`]: { body: newCheck },
  [`PATCH ${REPO}/check-runs/{check_run_id}`]: { ...check, body: { conclusion: "success" } },
  [`POST ${REPO}/check-runs/{check_run_id}/rerequest`]: check,
  [`GET ${REPO}/check-runs/{check_run_id}/annotations`]: [{}, check],
  [`POST ${REPO}/check-suites`]: { body: { head_sha: "HEAD OF 7" } },
  [`POST ${REPO}/check-suites/{check_suite_id}/rerequest`]: check,
  "GET /users/{username}/installation": { at: { username: "octocat" } },
  "GET /orgs/{org}/installation": { at: { org: "octo-org" } },
  [`GET ${REPO}`]: eachRepository,
  [`GET ${REPO}/commits/{commit_sha}/pulls`]: [
    { at: { commit_sha: "main" } },
    { at: { commit_sha: "HEAD OF 7" } },
  ],
  [`GET ${REPO}/collaborators/{username}`]: {},
  [`PUT ${REPO}/collaborators/{username}`]: { body: { permission: "admin" } },
  [`POST ${REPO}/dispatches`]: { body: { event_type: "deploy", client_payload: { to: "moon" } } },
  [`PUT ${REPO}/topics`]: { body: { names: ["greeting"] } },
  [`GET ${REPO}/actions/secrets/{secret_name}`]: { at: { secret_name: "NPM_TOKEN" } },
  [`PUT ${REPO}/actions/secrets/{secret_name}`]: [
    { at: { secret_name: "NEW" }, body: SEALED },
    { at: { secret_name: "NPM_TOKEN" }, body: SEALED },
  ],
  [`DELETE ${REPO}/actions/secrets/{secret_name}`]: { at: { secret_name: "NPM_TOKEN" } },
  [`POST ${REPO}/actions/variables`]: { body: { name: "NEW", value: "x" } },
  [`GET ${REPO}/actions/variables/{name}`]: { at: { name: "REGION" } },
  [`PATCH ${REPO}/actions/variables/{name}`]: { at: { name: "REGION" }, body: { value: "x" } },
  [`DELETE ${REPO}/actions/variables/{name}`]: { at: { name: "REGION" } },
  "POST /user/repos": { body: { name: "playground", private: true } },
  "POST /orgs/{org}/repos": { body: { name: "playground" } },
  [`PATCH ${REPO}`]: [
    { body: { description: "Changed" } },
    { body: { name: "renamed", archived: true } },
    { at: { repo: "attic" }, body: { archived: false } },
  ],
  [`POST ${REPO}/forks`]: { at: { owner: "octo-org", repo: "tools" }, body: {} },
  [`POST ${REPO}/merge-upstream`]: { at: { owner: "hubot" }, body: { branch: "main" } },
  [`GET ${REPO}/rules/branches/{branch}`]: [{}, { at: { branch: "release/1" } }],
  "DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}": {
    at: { username: "octocat" },
  },
  [`GET ${REPO}/branches/{branch}/protection`]: isProtected,
  [`PUT ${REPO}/branches/{branch}/protection`]: { body: PROTECTION },
  [`DELETE ${REPO}/branches/{branch}/protection`]: isProtected,
  [`POST ${REPO}/autolinks`]: {
    body: { key_prefix: "T-", url_template: "https://example.com/<num>" },
  },
  "GET /users/{username}/gists": { at: { username: "octocat" } },
  "POST /gists": { body: { files: { "greet.sh": { content: "echo hello\n" } }, public: true } },
  "GET /gists/{gist_id}": GIST,
  "PATCH /gists/{gist_id}": {
    ...GIST,
    body: { description: "Changed", files: { "greet.sh": { filename: "hello.sh" } } },
  },
  "DELETE /gists/{gist_id}": GIST,
  "GET /gists/{gist_id}/commits": GIST,
  "GET /gists/{gist_id}/star": { ...GIST, before: [[`PUT /gists/${GIST.at?.gist_id}/star`]] },
  "PUT /gists/{gist_id}/star": GIST,
  "DELETE /gists/{gist_id}/star": GIST,
  "GET /gists/{gist_id}/comments": GIST,
  "POST /gists/{gist_id}/comments": { ...GIST, body: comment },
  "GET /gists/{gist_id}/comments/{comment_id}": GIST,
  "PATCH /gists/{gist_id}/comments/{comment_id}": { ...GIST, body: comment },
  "DELETE /gists/{gist_id}/comments/{comment_id}": GIST,
  "PUT /notifications": { body: {} },
  [`PUT ${REPO}/notifications`]: { body: {} },
  "PUT /notifications/threads/{thread_id}/subscription": { body: { ignored: true } },
  [`GET ${REPO}/issues`]: [{}, { query: "state=all" }, { at: { repo: "big" } }],
  [`POST ${REPO}/issues`]: [
    { body: { title: "New" } },
    { body: { title: "New", body: "x", labels: ["bug"], milestone: 1, assignees: ["octocat"] } },
  ],
  [`GET ${REPO}/issues/{issue_number}`]: eachIssue,
  [`PATCH ${REPO}/issues/{issue_number}`]: [
    { body: { title: "Changed", labels: [], assignees: [], milestone: null } },
    { body: { state: "closed", state_reason: "not_planned" } },
  ],
  [`PUT ${REPO}/issues/{issue_number}/lock`]: { body: { lock_reason: "spam" } },
  [`POST ${REPO}/issues/{issue_number}/comments`]: { body: comment },
  [`PATCH ${REPO}/issues/comments/{comment_id}`]: { body: comment },
  [`POST ${REPO}/issues/{issue_number}/reactions`]: [react, { body: { content: "heart" } }],
  [`DELETE ${REPO}/issues/{issue_number}/reactions/{reaction_id}`]: { at: { reaction_id: 3 } },
  [`POST ${REPO}/issues/comments/{comment_id}/reactions`]: react,
  [`DELETE ${REPO}/issues/comments/{comment_id}/reactions/{reaction_id}`]: {
    at: { reaction_id: 9 },
    before: [[`POST ${HELLO}/issues/comments/1/reactions`, react.body]],
  },
  [`POST ${REPO}/pulls/comments/{comment_id}/reactions`]: react,
  [`DELETE ${REPO}/pulls/comments/{comment_id}/reactions/{reaction_id}`]: {
    at: { reaction_id: 9 },
    before: [[`POST ${HELLO}/pulls/comments/1/reactions`, react.body]],
  },
  [`GET ${REPO}/issues/{issue_number}/parent`]: { at: { issue_number: 5 } },
  [`GET ${REPO}/issues/{issue_number}/timeline`]: eachIssue,
  [`POST ${REPO}/issues/{issue_number}/labels`]: { body: { labels: ["question"] } },
  [`PUT ${REPO}/issues/{issue_number}/labels`]: { body: { labels: ["question"] } },
  [`POST ${REPO}/issues/{issue_number}/assignees`]: { body: { assignees: ["monalisa"] } },
  [`DELETE ${REPO}/issues/{issue_number}/assignees`]: { body: { assignees: ["octocat"] } },
  [`POST ${REPO}/labels`]: { body: { name: "new", color: "ff0000" } },
  [`PATCH ${REPO}/labels/{name}`]: { body: { new_name: "defect" } },
  [`GET ${REPO}/milestones`]: { query: "state=all" },
  [`POST ${REPO}/milestones`]: { body: { title: "v3.0", due_on: "2025-12-24T00:00:00Z" } },
  [`PATCH ${REPO}/milestones/{milestone_number}`]: { body: { state: "closed" } },
  [`GET ${REPO}/pulls`]: { query: "state=all" },
  [`POST ${REPO}/pulls`]: [
    { body: { title: "New", head: "fix-typo", base: "rewrite" } },
    { body: { issue: 1, head: "fix-typo", base: "rewrite" } },
    { body: { title: "New", head: "hubot:emoji", base: "main", draft: true } },
  ],
  [`GET ${REPO}/pulls/{pull_number}`]: eachPull,
  [`PATCH ${REPO}/pulls/{pull_number}`]: [
    { body: { title: "Changed" } },
    { body: { state: "closed" } },
  ],
  [`GET ${REPO}/pulls/{pull_number}/merge`]: { at: { pull_number: 6 } },
  [`GET ${REPO}/pulls/{pull_number}/files`]: eachPull,
  [`GET ${REPO}/pulls/{pull_number}/commits`]: eachPull,
  [`POST ${REPO}/pulls/{pull_number}/requested_reviewers`]: { body: { reviewers: ["hubot"] } },
  [`DELETE ${REPO}/pulls/{pull_number}/requested_reviewers`]: { body: { reviewers: ["hubot"] } },
  [`GET ${REPO}/pulls/{pull_number}/reviews`]: eachPull,
  [`POST ${REPO}/pulls/{pull_number}/reviews`]: [
    { at: { pull_number: 8 }, body: {} },
    { at: { pull_number: 8 }, body: { event: "COMMENT", body: "Fine.", comments: [] } },
  ],
  [`GET ${REPO}/pulls/{pull_number}/reviews/{review_id}`]: { at: { review_id: 2 } },
  [`PUT ${REPO}/pulls/{pull_number}/reviews/{review_id}`]: { at: { review_id: 2 }, body: comment },
  [`DELETE ${REPO}/pulls/{pull_number}/reviews/{review_id}`]: {
    at: { pull_number: 8, review_id: 7 },
    before: draft,
  },
  [`POST ${REPO}/pulls/{pull_number}/reviews/{review_id}/events`]: {
    at: { pull_number: 8, review_id: 7 },
    before: draft,
    body: { event: "COMMENT" },
  },
  [`PUT ${REPO}/pulls/{pull_number}/reviews/{review_id}/dismissals`]: {
    at: { review_id: 2 },
    body: { message: "Out of date" },
  },
  [`GET ${REPO}/pulls/{pull_number}/reviews/{review_id}/comments`]: { at: { review_id: 2 } },
  [`POST ${REPO}/pulls/{pull_number}/comments`]: [
    { body: { ...line, commit_id: "HEAD OF 7" } },
    { body: { path: "src/greet.js", subject_type: "file", body: "x", commit_id: "HEAD OF 7" } },
    { body: { in_reply_to: 1, body: "x" } },
  ],
  [`POST ${REPO}/pulls/{pull_number}/comments/{comment_id}/replies`]: { body: comment },
  [`PATCH ${REPO}/pulls/comments/{comment_id}`]: { body: comment },
  [`GET ${REPO}/contents/{path}`]: [{}, { at: { path: "src" } }, { at: { path: "src/greet.js" } }],
  [`GET ${REPO}/commits/{ref}`]: [{}, { at: { ref: "polite-greeting" } }],
  [`GET ${REPO}/compare/{basehead}`]: [
    {},
    { at: { basehead: "polite-greeting...main" } },
    { at: { basehead: "main...hubot:emoji" }, query: "per_page=1&page=2" },
  ],
  [`GET ${REPO}/git/blobs/{file_sha}`]: {
    before: [[`POST ${HELLO}/git/blobs`, { content: "x\n" }]],
  },
  [`POST ${REPO}/git/blobs`]: [
    { body: { content: "x\n" } },
    { body: { content: "eAo=", encoding: "base64" } },
  ],
  [`GET ${REPO}/git/trees/{tree_sha}`]: [
    {},
    { query: "recursive=1" },
    { at: { tree_sha: NEW_TREE }, before: [[`POST ${HELLO}/git/trees`, newTree]] },
  ],
  [`POST ${REPO}/git/trees`]: [
    { body: newTree },
    {
      before: [[`POST ${HELLO}/git/trees`, newTree]],
      body: { base_tree: NEW_TREE, tree: [{ path: "new.md", sha: null }, ...oldFile] },
    },
  ],
  [`GET ${REPO}/git/commits/{commit_sha}`]: { at: { commit_sha: "HEAD OF 7" } },
  [`POST ${REPO}/git/commits`]: {
    before: [[`POST ${HELLO}/git/trees`, newTree]],
    body: { message: "Rewrite", tree: NEW_TREE, parents: ["HEAD OF 7"] },
  },
  [`GET ${REPO}/git/tags/{tag_sha}`]: {
    before: [
      [`POST ${HELLO}/git/blobs`, { content: "x\n" }],
      [`POST ${HELLO}/git/tags`, newTag],
    ],
  },
  [`POST ${REPO}/git/tags`]: {
    body: { tag: "v2", message: "Two", type: "commit", object: "HEAD OF 7" },
  },
  [`GET ${REPO}/git/matching-refs/{ref}`]: { at: { ref: "heads" } },
  [`PUT ${REPO}/contents/{path}`]: { at: { path: "new.md" }, body: newFile },
  [`DELETE ${REPO}/contents/{path}`]: {
    at: { path: "new.md" },
    before: [[`PUT ${HELLO}/contents/new.md`, newFile]],
    body: {
      message: "Remove it",
      branch: "rewrite",
      sha: NEW_FILE,
    },
  },
  "GET /user/starred/{owner}/{repo}": { before: [["PUT /user/starred/octocat/hello-world"]] },
  [`POST ${REPO}/merges`]: [
    { body: { base: "polite-greeting", head: "main", commit_message: "Follow main" } },
    { body: { base: "main", head: "main" } },
  ],
  [`POST ${REPO}/git/refs`]: { body: { ref: "refs/heads/new", sha: "HEAD OF 7" } },
  [`PATCH ${REPO}/git/refs/{ref}`]: {
    at: { ref: "heads/rewrite" },
    body: { sha: "HEAD OF 7", force: true },
  },
  [`DELETE ${REPO}/git/refs/{ref}`]: { at: { ref: "heads/rewrite" } },
  [`POST ${REPO}/releases`]: [
    { body: { tag_name: "v1.0.0", name: "One", body: "It greets." } },
    { body: { tag_name: "v1.0.0", draft: true } },
  ],
  [`POST ${REPO}/releases/{release_id}/assets`]: {
    query: "name=notes.txt&label=Notes",
    body: "No JSON",
  },
  [`PATCH ${REPO}/releases/assets/{asset_id}`]: { body: { name: "hi.txt", label: "Hi" } },
  [`POST ${REPO}/releases/generate-notes`]: { body: { tag_name: "v1.0.0" } },
  [`GET ${REPO}/releases/{release_id}`]: [{}, { at: { release_id: 2 } }],
  [`PATCH ${REPO}/releases/{release_id}`]: { body: { name: "Changed" } },
  [`POST ${REPO}/actions/workflows/{workflow_id}/dispatches`]: [
    { at: { workflow_id: 2 }, body: { ref: "main", inputs: DEPLOY, return_run_details: true } },
    { at: { workflow_id: 2 }, body: { ref: "main", inputs: DEPLOY } },
  ],
  [`GET ${REPO}/actions/runs/{run_id}`]: [{}, { at: { run_id: 2 } }],
  [`POST ${REPO}/actions/runs/{run_id}/rerun-failed-jobs`]: { at: { run_id: 2 } },
  [`POST ${REPO}/actions/runs/{run_id}/cancel`]: {
    before: [[`POST ${HELLO}/actions/runs/1/rerun`]],
  },
  [`GET ${REPO}/actions/artifacts/{artifact_id}/{archive_format}`]: {
    at: { archive_format: "zip" },
  },
  [`DELETE ${REPO}/actions/caches`]: { query: "key=node-modules-linux-1f2e" },
  [`POST ${REPO}/actions/jobs/{job_id}/rerun`]: { at: { job_id: 1 } },
  [`GET ${REPO}/check-runs/{check_run_id}`]: [{}, { at: { check_run_id: 2 } }, check],
  [`GET ${REPO}/commits/{ref}/statuses`]: {
    at: { ref: "polite-greeting" },
    before: [[`POST ${HELLO}/statuses/HEAD OF 7`, { state: "success" }]],
  },
  [`POST ${REPO}/statuses/{sha}`]: { at: { sha: "HEAD OF 7" }, body: { state: "success" } },
  [`GET ${REPO}/commits/{ref}/status`]: [{}, { at: { ref: "polite-greeting" } }],
  [`GET ${REPO}/commits/{ref}/check-runs`]: [{}, { at: { ref: "polite-greeting" } }],
  "GET /users/{username}": [{}, { at: { username: "octo-org" } }],
  [`PATCH ${REPO}/dependabot/alerts/{alert_number}`]: [
    { body: { state: "dismissed", dismissed_reason: "not_used", dismissed_comment: "Unused." } },
    { at: { alert_number: 3 }, body: { state: "open" } },
  ],
  [`PATCH ${REPO}/code-scanning/alerts/{alert_number}`]: [
    { body: { state: "dismissed", dismissed_reason: "won't fix" } },
    { at: { alert_number: 2 }, body: { state: "open" } },
  ],
  [`PATCH ${REPO}/secret-scanning/alerts/{alert_number}`]: [
    { body: { state: "resolved", resolution: "revoked", resolution_comment: "Replaced." } },
    { at: { alert_number: 2 }, body: { state: "open" } },
  ],
  [`GET ${REPO}/secret-scanning/alerts/{alert_number}`]: [{}, { query: "hide_secret=true" }],
  "GET /search/issues": [{ query: "q=repo:octocat/hello-world" }, { query: "q=is:pr" }],
  "GET /search/repositories": { query: "q=hello" },
  "GET /search/users": { query: "q=octo" },
  "GET /search/commits": { query: "q=typo" },
  "GET /search/code": { query: "q=greet" },
}

export function callFor(operation: string): Call[] {
  const [, template = ""] = operation.split(" ")
  const examples = [EXAMPLES[operation] ?? {}].flat()
  return examples.map(({ at = {}, query, ...rest }) => {
    const values = { ...USUAL, ...at }
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? name))
    return { path: query === undefined ? path : `${path}?${query}`, ...rest }
  })
}
