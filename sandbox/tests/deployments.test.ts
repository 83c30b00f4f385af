/** Tests of deployments, environments and invitations of collaborators. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type Sandbox, startSandbox, type WebhookEvent } from "../index.js"
import { ask, data } from "./client.js"
import { HELLO, rest } from "./rest-client.js"
import { nameOf, problemsOfEvent } from "./webhook-schemas.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.close())

const deploy = async (environment: string, more: object = {}) =>
  rest(sandbox, `POST ${HELLO}/deployments`, {
    ...{ ref: "main", environment, required_contexts: [], ...more },
  })

const FIELDS = `{ repository(owner: "octocat", name: "hello-world") {
  id
  deployments(first: 9) { nodes {
    id state environment task payload latestStatus { state } statuses(first: 9) { totalCount } commit { oid }
  } }
  environments(first: 9) { nodes { name latestCompletedDeployment { task } } }
  ref(qualifiedName: "refs/heads/main") { id target { ... on Commit { deployments(first: 9) { totalCount } } } }
} }`
const overGraphQL = async () => (await data(sandbox, FIELDS)).repository

test("a deployment makes its environment, and its statuses are its state, over both interfaces", async () => {
  const events: WebhookEvent[] = []
  const stop = sandbox.onWebhook((event) => events.push(event))
  const { status, body } = await deploy("staging", { payload: { job: 7 }, description: "Try it" })
  expect([status, body.environment, body.payload]).toEqual([201, "staging", { job: 7 }])
  const call = `POST ${HELLO}/deployments/${body.id}/statuses`
  await rest(sandbox, call, { state: "in_progress", log_url: "https://example.com/log" })
  await rest(sandbox, call, { state: "success", environment_url: "https://example.com/" })
  stop()
  const names = ["deployment.created", "deployment_status.created", "deployment_status.created"]
  expect(events.map(nameOf)).toEqual(names)
  expect(events.flatMap(problemsOfEvent)).toEqual([])
  const repository = await overGraphQL()
  expect(repository.deployments.nodes).toMatchObject([
    {
      ...{ state: "ACTIVE", environment: "staging", task: "deploy", payload: '{"job":7}' },
      ...{ latestStatus: { state: "SUCCESS" }, statuses: { totalCount: 2 } },
    },
  ])
  expect(repository.environments.nodes).toEqual([
    { name: "staging", latestCompletedDeployment: { task: "deploy" } },
  ])
  expect(repository.ref.target.deployments.totalCount).toBe(1)
})

test("a successful deployment makes the ones before it inactive, but none in production", async () => {
  const states = async (environment: string) => {
    await deploy(environment)
    await deploy(environment)
    const { body } = await rest(sandbox, `GET ${HELLO}/deployments?environment=${environment}`)
    const [newer, older] = body
    for (const { id } of [older, newer]) {
      await rest(sandbox, `POST ${HELLO}/deployments/${id}/statuses`, { state: "success" })
    }
    return (await rest(sandbox, `GET ${HELLO}/deployments/${older.id}/statuses`)).body.map(
      (one: { state: string }) => one.state,
    )
  }
  expect(await states("staging")).toEqual(["inactive", "success"])
  expect(await states("production")).toEqual(["success"])
  const [active] = (await rest(sandbox, `GET ${HELLO}/deployments?environment=staging`)).body
  const refused = await rest(sandbox, `DELETE ${HELLO}/deployments/${active.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    "We cannot delete an active deployment unless it is the only deployment in a given environment.",
  ])
})

test("a deployment waits for checks, merges first, and needs a known reference", async () => {
  const { body: head } = await rest(sandbox, `GET ${HELLO}/git/ref/heads/main`)
  const sha = head.object.sha
  await rest(sandbox, `POST ${HELLO}/statuses/${sha}`, { state: "pending", context: "ci" })
  const waiting = await deploy("staging", { required_contexts: ["ci"] })
  expect(waiting).toMatchObject({
    status: 409,
    body: { errors: [{ contexts: [{ context: "ci", state: "pending" }] }] },
  })
  expect((await deploy("staging", { ref: "nowhere" })).status).toBe(422)
  await rest(sandbox, `POST ${HELLO}/git/refs`, { ref: "refs/heads/old", sha })
  const file = { message: "Newer", content: "eAo=", branch: "main" }
  await rest(sandbox, `PUT ${HELLO}/contents/new.txt`, file)
  expect(await deploy("staging", { ref: "old" })).toMatchObject({
    status: 202,
    body: { message: "Auto-merged main into old on deployment." },
  })
  expect((await deploy("staging", { ref: "old" })).status).toBe(201)
})

test("deployments and environments are made and deleted over GraphQL", async () => {
  const { id, ref } = await overGraphQL()
  const input = `repositoryId: "${id}", refId: "${ref.id}", requiredContexts: [], environment: "qa"`
  const made = await data(
    sandbox,
    `mutation { createDeployment(input: { ${input} }) { deployment { id state } autoMerged } }`,
  )
  const { deployment } = made.createDeployment
  expect(deployment.state).toBe("PENDING")
  const status = `deploymentId: "${deployment.id}", state: QUEUED`
  const { createDeploymentStatus } = await data(
    sandbox,
    `mutation { createDeploymentStatus(input: { ${status} }) { deploymentStatus { state logUrl } } }`,
  )
  expect(createDeploymentStatus.deploymentStatus).toEqual({ state: "QUEUED", logUrl: null })
  const { createEnvironment } = await data(
    sandbox,
    `mutation { createEnvironment(input: { repositoryId: "${id}", name: "live" }) { environment { id name } } }`,
  )
  const { environment } = createEnvironment
  await data(
    sandbox,
    `mutation {
      deleteDeployment(input: { id: "${deployment.id}" }) { clientMutationId }
      deleteEnvironment(input: { id: "${environment.id}" }) { clientMutationId }
    }`,
  )
  const after = await overGraphQL()
  expect(after.deployments.nodes).toEqual([])
  expect(after.environments.nodes.map(({ name }: { name: string }) => name)).toEqual(["qa"])
})

test("environments are made by admins, and their rules are refused", async () => {
  const call = `PUT ${HELLO}/environments/live`
  expect((await rest(sandbox, call, undefined, { token: "monalisa-token" })).status).toBe(403)
  expect((await rest(sandbox, call, { wait_timer: 30 })).status).toBe(501)
  expect((await rest(sandbox, call, { reviewers: null })).body.name).toBe("live")
  expect((await rest(sandbox, `GET ${HELLO}/environments/none`)).status).toBe(404)
})

test("a seed has environments and deployments", async () => {
  const deployments = [{ ref: "main", state: "SUCCESS" as const }]
  await sandbox.apply({
    repositories: [
      { owner: "octocat", name: "hello-world", environments: ["staging"], deployments },
    ],
  })
  const { body } = await rest(sandbox, `GET ${HELLO}/environments`)
  const names = body.environments.map(({ name }: { name: string }) => name)
  expect(names).toEqual(["production", "staging"])
  expect((await overGraphQL()).deployments.nodes[0].state).toBe("ACTIVE")
})

test("an invited account is a collaborator after it accepts", async () => {
  const tools = "/repos/octo-org/tools"
  const invite = (login: string) =>
    rest(sandbox, `PUT ${tools}/collaborators/${login}`, { permission: "push" })
  await sandbox.apply({ users: [{ login: "ada" }, { login: "bob" }] })
  for (const login of ["ada", "bob"]) {
    sandbox.addToken({ token: `${login}-token`, login })
    expect((await invite(login)).status).toBe(201)
  }
  expect((await invite("ada")).body.id).toBe(1)
  const is = async (login: string) =>
    (await rest(sandbox, `GET ${tools}/collaborators/${login}`)).status === 204
  expect(await is("ada")).toBe(false)
  const asAda = { token: "ada-token" }
  const own = await rest(sandbox, "GET /user/repository_invitations", undefined, asAda)
  expect(own.body).toMatchObject([{ id: 1, permissions: "write", inviter: { login: "octocat" } }])
  const accept = "PATCH /user/repository_invitations/1"
  expect((await rest(sandbox, accept, undefined, { token: "bob-token" })).status).toBe(404)
  expect((await rest(sandbox, accept, undefined, asAda)).status).toBe(204)
  expect(await is("ada")).toBe(true)
  expect((await rest(sandbox, `DELETE ${tools}/invitations/2`)).status).toBe(204)
  expect((await rest(sandbox, `GET ${tools}/invitations`)).body).toEqual([])
  expect(await is("bob")).toBe(false)
  const hidden = await ask(sandbox, `{ node(id: "RI_kgDOAAAAAQ") { id } }`)
  expect(hidden.errors?.[0]?.type).toBe("NOT_FOUND")
})
