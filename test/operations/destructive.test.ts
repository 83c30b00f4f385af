/** `confirm` is asked for what an operation does, not for its name. */
import { readFileSync } from "node:fs"
import {
  chain,
  createClient,
  createExecutor,
  createGhx,
  type Intent,
  recordingClient,
  sequence,
} from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { buildSchema } from "graphql"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { registry } from "../../generated/registry.js"
import { mutationCondition, requestCondition } from "../../runtime/features/guards/destructive.js"
import { mayDestroy } from "../../runtime/features/guards/index.js"
import { knownIn } from "../../runtime/index.js"
import { describedPaths, operationsAt } from "../../surfaces/ad-hoc/description.js"
import { type } from "../ghx/type.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

describe("every write of GitHub's descriptions", () => {
  const path = new URL("reviewed-writes.txt", import.meta.url)
  const reviewed = readFileSync(path, "utf8").trim().split("\n")

  it("is destructive by a rule, or reviewed as harmless in reviewed-writes.txt", () => {
    const sdl = readFileSync(new URL("../../schema/github-schema.graphql", import.meta.url), "utf8")
    const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
    const requests = describedPaths().flatMap((path) =>
      Object.keys(operationsAt(path) ?? {}).flatMap((method) =>
        ["get", "delete"].includes(method) ? [] : [`${method.toUpperCase()} ${path}`],
      ),
    )
    const isRequest = (one: string) => one.includes(" ")
    const condition = (one: string) =>
      isRequest(one)
        ? requestCondition(...(one.split(" ") as [string, string]))
        : mutationCondition(one)
    const unclassified = [...mutations, ...requests].filter((one) => !condition(one))
    expect(unclassified.sort()).toEqual(reviewed.sort())
  })
})

it("every write of the catalogue that may be destructive has the check of its input", async () => {
  const writes = [...knownIn(registry)].filter(([, { effect }]) => effect === "write")
  const loaded = await Promise.all(writes.map(([id]) => registry.source(id).load()))
  const checked = loaded.filter(({ parts }) => parts?.isDestructive !== undefined)
  expect(checked.length).toBeGreaterThan(0)
  expect(checked).toEqual(loaded.filter(mayDestroy))
})

const zeros = "0".repeat(40)
const sha = "1".repeat(40)
const ref = (update: string) =>
  `mutation { updateRefs(input: { repositoryId: "R_kgDOAAAAAQ", refUpdates: [{ name: "refs/heads/x", ${update} }] }) { clientMutationId } }`
const at = { owner: "octocat", repo: "hello-world" }

const unprotected = {
  required_status_checks: null,
  enforce_admins: null,
  required_pull_request_reviews: null,
  restrictions: null,
}

/** Tasks that destroy something without a name that says so. */
const destroying: readonly [task: string, input?: object][] = [
  [ref(`afterOid: "${zeros}"`)],
  [ref(`afterOid: "${sha}", force: true`)],
  [
    `mutation($force: Boolean = true) { x: updateRef(input: { refId: "REF_kgDOAAAAAQ", oid: "${sha}", force: $force }) { clientMutationId } }`,
  ],
  [
    "mutation($input: UpdateRefsInput!) { updateRefs(input: $input) { clientMutationId } }",
    {
      input: {
        repositoryId: "R_kgDOAAAAAQ",
        refUpdates: [{ name: "refs/heads/x", afterOid: zeros }],
      },
    },
  ],
  [
    'mutation { ...F } fragment F on Mutation { archiveRepository(input: { repositoryId: "R_kgDOAAAAAQ" }) { clientMutationId } }',
  ],
  [
    'mutation { # updateRef\n removeOutsideCollaborator(input: { organizationId: "O_kgDOAAAAAQ", userId: "U_kgDOAAAAAQ" }) { clientMutationId } }',
  ],
  [
    'mutation { updateProjectV2(input: { projectId: "PVT_kwDOAAAAAQ", public: true }) { clientMutationId } }',
  ],
  [
    'mutation { updatePullRequestBranch(input: { pullRequestId: "PR_kwDOAAAAAQ", updateMethod: REBASE }) { clientMutationId } }',
  ],
  ["PATCH /repos/octocat/hello-world", { archived: true }],
  ["PATCH /repos/{owner}/{repo}", { ...at, visibility: "private" }],
  ["PATCH /repos/{owner}/{repo}", { ...at, private: false }],
  ["PATCH /repos/octocat/hello-world/git/refs/heads/main", { sha, force: true }],
  ["POST /repos/octocat/hello-world/transfer", { new_owner: "hubot" }],
  ["DELETE /repos/octocat/hello-world/collaborators/hubot"],
  ["PUT /user/blocks/hubot"],
  ["repo.archive", at],
  ["repo.update", { ...at, visibility: "PRIVATE" }],
  ["issue.transfer", { ...at, issue_number: 1, to_repo: "big" }],
  ["project.update", { owner: "octocat", project_number: 1, public: true }],
  ["pr.branch.update", { ...at, pull_number: 7, method: "REBASE" }],
  // Protection that is replaced, and access that a new list or role lacks.
  ["PUT /repos/octocat/hello-world/branches/main/protection", unprotected],
  ["PUT /repos/octocat/hello-world/rulesets/1", { enforcement: "disabled" }],
  ["PUT /orgs/octo-org/rulesets/1", { rules: [] }],
  ["PUT /repos/octocat/hello-world/environments/prod", { reviewers: null }],
  ["PUT /repos/octocat/hello-world/branches/main/protection/restrictions/users", { users: [] }],
  ["PUT /orgs/octo-org/actions/secrets/X/repositories", { selected_repository_ids: [] }],
  [
    "PUT /orgs/octo-org/dependabot/secrets/X",
    { visibility: "selected", selected_repository_ids: [] },
  ],
  ["PUT /repos/octocat/hello-world/collaborators/hubot", { permission: "pull" }],
  ["PUT /orgs/octo-org/memberships/hubot"],
  ["PATCH /orgs/octo-org", { default_repository_permission: "none" }],
  ["POST /orgs/octo-org/dependabot_alerts/disable_all"],
  ["PATCH /repos/octocat/hello-world/hooks/1", { active: false }],
  [
    'mutation { updateRepositoryRuleset(input: { repositoryRulesetId: "RRS_kgDOAAAAAQ", enforcement: DISABLED }) { clientMutationId } }',
  ],
  [
    'mutation { updateBranchProtectionRule(input: { branchProtectionRuleId: "BPR_kgDOAAAAAQ", allowsDeletions: true }) { clientMutationId } }',
  ],
  [
    'mutation { updateEnterpriseDefaultRepositoryPermissionSetting(input: { enterpriseId: "E_kgDOAAAAAQ", settingValue: NONE }) { clientMutationId } }',
  ],
  [
    'mutation { unlinkProjectV2FromTeam(input: { projectId: "PVT_kgDOAAAAAQ", teamId: "T_kgDOAAAAAQ" }) { clientMutationId } }',
  ],
]

/** The same operations with inputs that destroy nothing, and texts that only look like it. */
const harmless: readonly [task: string, input?: object][] = [
  [ref(`afterOid: "${sha}"`)],
  [ref(`afterOid: "${sha}", force: false`)],
  [
    'mutation { addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "archiveRepository(input: {}) # force: true" }) { clientMutationId } }',
  ],
  [
    'mutation { updateProjectV2(input: { projectId: "PVT_kwDOAAAAAQ", title: "public: true" }) { clientMutationId } }',
  ],
  ["PATCH /repos/octocat/hello-world", { description: "archived" }],
  ["PATCH /repos/octocat/hello-world", { archived: false }],
  ["PATCH /repos/octocat/hello-world/git/refs/heads/main", { sha }],
  ["repo.update", { ...at, description: "x" }],
  ["repo.unarchive", at],
  ["project.update", { owner: "octocat", project_number: 1, title: "x" }],
  ["pr.branch.update", { ...at, pull_number: 7 }],
  ["PUT /repos/octocat/hello-world/collaborators/hubot", { permission: "push" }],
  ["PUT /orgs/octo-org/memberships/hubot", { role: "admin" }],
  ["PATCH /orgs/octo-org", { description: "x" }],
  ["POST /orgs/octo-org/dependabot_alerts/enable_all"],
  ["PATCH /repos/octocat/hello-world/hooks/1", { active: true }],
  [
    'mutation { addComment(input: { subjectId: "I_kgDOAAAAAQ", body: "\\u{1F600} \\\\u{1F600}" }) { clientMutationId } }',
  ],
]

describe("the confirm option", () => {
  const connection = () => ({
    base_url: sandbox.url,
    token: sandbox.token,
    operations: "write" as const,
  })
  const executorWith = (asked: Intent[]) =>
    createExecutor({
      ...connection(),
      confirm: (intent) => {
        asked.push(intent)
        return false
      },
    })

  it.each(destroying)("is called before %s", async (task, input = {}) => {
    const asked: Intent[] = []
    const { execute, executeTasks } = executorWith(asked)
    const refused = { ok: false, error: { details: { guard: "confirm" } } }
    expect(await execute(task, input)).toMatchObject(refused)
    const tasks = [
      { task: "issue.view", input: { ...at, issue_number: 1 } },
      { task, input },
    ]
    const { results } = await executeTasks(tasks)
    expect(results[1]).toMatchObject(refused)
    expect(asked.map(({ effect }) => effect)).toEqual(["destroy", "destroy"])
    expect(sandbox.applied).toEqual([])
  })

  it.each(harmless)("is not called before %s", async (task, input = {}) => {
    const asked: Intent[] = []
    await executorWith(asked).execute(task, input)
    expect(asked).toEqual([])
  })

  it("is required by a recording of an operation that destroys something", async () => {
    const { client, recording } = recordingClient(createClient(connection()))
    const ghx = createGhx({ client })
    await chain(
      ghx.request("PATCH /repos/{owner}/{repo}", { ...at, archived: true }),
      ghx.request("PATCH /repos/{owner}/{repo}", { ...at, description: "x" }),
    )
    expect(recording.map(({ confirm }) => confirm)).toEqual([true, undefined])
    const { results } = await createExecutor(connection()).executeTasks(recording)
    expect(results[0]).toMatchObject({ error: { details: { guard: "confirm" } } })
    expect(sandbox.applied).toEqual([])
  })

  it("is needed where tasks, references and sequences need it for what destroys by its name", async () => {
    const refused = { ok: false, error: { details: { guard: "confirm" } } }
    const { executeTask, executeTasks } = createExecutor(connection())
    const hidden = { ...at, visibility: "PRIVATE" } as const
    const request = "PATCH /repos/{owner}/{repo}"
    for (const [task, input] of [
      ["repo.update", hidden],
      ["repo.archive", at],
      [request, { ...at, archived: true }],
    ] as const) {
      expect(await executeTask({ task, input, confirm: true } as never)).toMatchObject(refused)
      const { results } = await executeTasks([
        { task: "repo.view", input: at, as: "it" },
        { task, input: { ...input, repo: { $from: "it", path: "repo" } } },
      ] as never)
      expect(results[1]).toMatchObject(refused)
    }
    const ghx = createGhx(connection())
    const { results } = await sequence(ghx.repo.view(at), () => ghx.repo.update(hidden))
    expect(results[1]).toMatchObject(refused)
    expect(sandbox.applied).toEqual([])
    const harmless = { task: "repo.update", input: { ...at, description: "x" }, confirm: true }
    expect(await executeTask(harmless as never)).toMatchObject({ ok: true })
  })

  it("sends the text of a confirmed document with every escape of GraphQL", async () => {
    const document = (input: string) =>
      `mutation { addComment(input: ${input}) { commentEdge { node { body } } } }`
    const escaped = '{ subjectId: "I_kgDOAAAAAQ", body: "\\u{1F600} \\uD83D\\uDE00 \\\\u{41} \\n" }'
    const confirming = { ...connection(), confirm: () => true }
    const sent = { addComment: { commentEdge: { node: { body: "😀 😀 \\u{41} \n" } } } }
    const alone = await createGhx(confirming).document(document(escaped))()
    expect(JSON.stringify(alone)).toContain(JSON.stringify(sent.addComment.commentEdge.node.body))
    const { status } = await createExecutor(confirming).executeTasks([
      { task: document(escaped), input: {} },
      { task: "issue.create", input: { ...at, title: "x" } },
    ])
    expect(status).toBe("success")
  })

  it("is --yes in the command, except where gh does not ask", async () => {
    const run = (line: string) => type(`${line} -R octocat/hello-world --sandbox`)
    expect(await run("ghx run repo.archive")).toMatchObject({ exitCode: 4 })
    expect(await run("ghx repo edit --visibility private")).toMatchObject({ exitCode: 4 })
    expect(await run("ghx run repo.archive --yes")).toMatchObject({ exitCode: 0 })
    expect(await run("ghx issue transfer 1 octocat/big")).toMatchObject({ exitCode: 0 })
    expect(await run("ghx pr update-branch 7 --rebase")).not.toMatchObject({ exitCode: 4 })
  })
})
