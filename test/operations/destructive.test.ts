/** `confirm` is asked for what an operation does, not for its name. */
import { readFileSync } from "node:fs"
import { chain, createClient, createExecutor, createGhx, type Intent, recordingClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { buildSchema } from "graphql"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { mutationCondition, requestCondition } from "../../runtime/guard/destructive.js"
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

const zeros = "0".repeat(40)
const sha = "1".repeat(40)
const ref = (update: string) =>
  `mutation { updateRefs(input: { repositoryId: "R_kgDOAAAAAQ", refUpdates: [{ name: "refs/heads/x", ${update} }] }) { clientMutationId } }`
const at = { owner: "octocat", repo: "hello-world" }

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

  it("is --yes in the command, except where gh does not ask", async () => {
    const run = (line: string) => type(`${line} -R octocat/hello-world --sandbox`)
    expect(await run("ghx run repo.archive")).toMatchObject({ exitCode: 4 })
    expect(await run("ghx repo edit --visibility private")).toMatchObject({ exitCode: 4 })
    expect(await run("ghx run repo.archive --yes")).toMatchObject({ exitCode: 0 })
    expect(await run("ghx issue transfer 1 octocat/big")).toMatchObject({ exitCode: 0 })
    expect(await run("ghx pr update-branch 7 --rebase")).not.toMatchObject({ exitCode: 4 })
  })
})
