import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { heldOperations, routes } from "../rest/index.js"
import { jwt } from "./app-credentials.js"
import { described, description, problemsOf, problemsOfBody } from "./described.js"
import { HELLO, rest } from "./rest-client.js"

const modelled = new Set(routes.map(({ method, path }) => `${method} ${path}`))
const held = heldOperations()
const kinds = [...new Set([...held.values()].map(({ kind }) => kind))]
type Kind = (typeof kinds)[number]

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ generic: true })
  await rest(sandbox, `PUT ${HELLO}/environments/staging`)
})
afterAll(() => sandbox.close())

const PARENTS: Record<string, string | number> = {
  owner: "octocat",
  repo: "hello-world",
  org: "octo-org",
  username: "octocat",
  branch: "main",
  environment_name: "staging",
  enterprise: "octo-corp",
}

const ruleset = {
  ...{ name: "main", target: "branch", enforcement: "active", rules: [{ type: "deletion" }] },
  conditions: {
    ref_name: { include: ["~ALL"], exclude: [] },
    repository_name: { include: ["tools"], exclude: [] },
  },
}

/** Bodies with alternatives. */
const BODIES: Record<string, object> = {
  "POST /orgs/{org}/rulesets": ruleset,
  "PUT /orgs/{org}/rulesets/{ruleset_id}": ruleset,
  "POST /user/codespaces": { repository_id: 5, ref: "main" },
}

/** A body with the required members, or with all of them. */
const bodyOf = (operation: string, isWhole: boolean): unknown => {
  const { body } = described(operation)
  return BODIES[operation] ?? (body && sample(body, isWhole))
}

// biome-ignore lint/suspicious/noExplicitAny: the description is JSON.
function sample(schema: any, isWhole: boolean, at = ""): unknown {
  const named = schema.$ref?.split("/").at(-1)
  if (named) return sample(Object(description.schemas)[named], isWhole, at)
  if (schema.enum) return schema.enum.find((one: unknown) => one !== null)
  const [choice] = schema.oneOf ?? schema.anyOf ?? []
  if (choice && !choice.required) return sample(choice, isWhole, at)
  const isId = at.endsWith("repository_ids")
  switch ([schema.type ?? "object"].flat()[0]) {
    case "object": {
      const required = [...(schema.required ?? []), ...(choice?.required ?? [])]
      const members = Object.entries(schema.properties ?? {}).filter(
        ([name]) => isWhole || required.includes(name),
      )
      return Object.fromEntries(members.map(([name, one]) => [name, sample(one, isWhole, name)]))
    }
    case "array":
      return isWhole ? [sample(schema.items ?? {}, isWhole, at)] : []
    case "boolean":
      return true
    case "string":
      if (schema.format === "date-time") return "2025-06-01T00:00:00Z"
      return schema.format?.startsWith("uri") ? "https://example.com" : isId ? "5" : `${at}-1`
    default:
      return isId ? 5 : 1
  }
}

/** The operations that were called, and what was wrong with them. */
const called = new Set<string>()
const problems: string[] = []

/** Sends the request, and checks the answer against the description. */
async function call(operation: string, path: string, body?: unknown, status?: number) {
  called.add(operation)
  const reply = await rest(sandbox, `${operation.split(" ")[0]} ${path}`, body)
  const wrong = [
    ...(body === undefined ? [] : problemsOfBody(operation, body)).map((one) => `body ${one}`),
    ...(reply.status < 300 && reply.status !== 204 ? problemsOf(operation, reply.body) : []),
    ...(reply.headers.get("x-ghx-generic") === "true" || reply.status === 501 ? [] : ["no header"]),
    ...((status === undefined ? reply.status < 300 : reply.status === status)
      ? []
      : [`${reply.status} ${JSON.stringify(reply.body)}`]),
  ]
  // What was written is answered, unless GitHub makes an object of it.
  for (const [name, value] of Object.entries(Object(body))) {
    const answered: unknown = Object(reply.body)[name]
    const isScalar = [value, answered].every((one) => typeof one !== "object")
    if (answered !== undefined && isScalar && answered !== value)
      wrong.push(`${name} is ${answered}`)
  }
  problems.push(...wrong.map((one) => `${operation}: ${one}`))
  return reply.body
}

/** The key of an object that stays, by the path of its kind. */
const kept = new Map<string, string>()

const filled = (template: string): string =>
  template.replace(/\{([\w-]+)\}/g, (all, name: string, at: number) =>
    String(kept.get(template.slice(0, at + all.length)) ?? PARENTS[name] ?? NAMES[name] ?? "NAME"),
  )

/** Of objects that are put under a name. */
const NAMES: Record<string, string | number> = { username: "hubot", repository_id: 5 }

// biome-ignore lint/suspicious/noExplicitAny: objects of any kind.
const itemsIn = (body: object): any[] =>
  Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [])

/** Creates an object, and returns its path. */
async function create({ collection, item, member }: Kind, isWhole: boolean) {
  const made = `POST ${collection}`
  const put = `PUT ${item}`
  if (!held.has(made)) {
    await call(put, filled(item), bodyOf(put, isWhole))
    return filled(item)
  }
  const before = itemsIn((await rest(sandbox, `GET ${filled(collection)}`)).body).length
  const body = await call(made, filled(collection), bodyOf(made, isWhole))
  const key =
    body?.[member] ??
    itemsIn((await rest(sandbox, `GET ${filled(collection)}`)).body)[before]?.[member]
  return `${filled(collection)}/${key}`
}

async function sweepCollection(kind: Kind): Promise<void> {
  const { collection, item } = kind
  const list = async (length: number) => {
    const body = await call(`GET ${collection}`, filled(collection))
    const { total_count: total = length } = body
    const found = itemsIn(body).length
    if (found !== length || total !== length) problems.push(`${collection}: ${found} of ${length}`)
  }
  for (const isWhole of [false, true]) {
    await list(0)
    const path = await create(kind, isWhole)
    await list(1)
    for (const method of ["GET", "PATCH", "PUT", "GET"]) {
      const operation = `${method} ${item}`
      if (held.has(operation)) await call(operation, path, bodyOf(operation, isWhole))
    }
    await list(1)
    if (held.has(`PUT ${collection}`))
      await call(`PUT ${collection}`, filled(collection), bodyOf(`PUT ${collection}`, true))
    if (!held.has(`DELETE ${item}`)) return
    await call(`DELETE ${item}`, path)
    await list(0)
    if (held.has(`GET ${item}`)) await call(`GET ${item}`, path, undefined, 404)
    await call(`DELETE ${item}`, path, undefined, 404)
  }
  kept.set(item, (await create(kind, false)).split("/").at(-1) ?? "")
}

async function sweepSettings({ item }: Kind): Promise<void> {
  const isRemovable = held.has(`DELETE ${item}`)
  await call(`GET ${item}`, filled(item), undefined, isRemovable ? 404 : 501)
  for (const [at, method] of ["POST", "PATCH", "PUT"].entries()) {
    const operation = `${method} ${item}`
    if (!held.has(operation)) continue
    await call(operation, filled(item), bodyOf(operation, at > 0))
    await call(`GET ${item}`, filled(item))
  }
  if (!isRemovable) return
  await call(`DELETE ${item}`, filled(item))
  await call(`GET ${item}`, filled(item), undefined, 404)
}

test("47 collections and 30 settings keep what is written, in all of their 264 operations", async () => {
  for (const kind of kinds)
    await (kind.parameter === undefined ? sweepSettings(kind) : sweepCollection(kind))
  expect(problems).toEqual([])
  const settings = kinds.filter(({ parameter }) => parameter === undefined).length
  expect([kinds.length - settings, settings, held.size]).toEqual([47, 30, 264])
  expect([...held.keys()].filter((operation) => !called.has(operation))).toEqual([])
})

const KEY = { title: "deploy", key: "ssh-ed25519 AAAA" }

describe("the option generic", () => {
  beforeEach(() => sandbox.reset())

  test("is off by default, and never answers what is modelled", async () => {
    const strict = await startSandbox()
    const refused = await rest(strict, `POST ${HELLO}/keys`, KEY)
    expect([refused.status, refused.headers.get("x-ghx-generic")]).toEqual([501, null])
    expect(refused.body.message).toContain("The option `generic: true` keeps what is written")
    await strict.close()
    for (const operation of held.keys()) expect(modelled).not.toContain(operation)
    const issues = await rest(sandbox, `GET ${HELLO}/issues`)
    expect(issues.headers.get("x-ghx-generic")).toBe(null)
    await rest(sandbox, `POST ${HELLO}/keys`, KEY)
    expect(sandbox.requests.map(({ generic }) => generic)).toEqual([false, true])
    expect(sandbox.applied).toMatchObject([
      { mutation: "POST /repos/{owner}/{repo}/keys", actor: "octocat" },
    ])
  })

  test("refuses what the description refuses", async () => {
    const refusals = async (call: string, body?: object) => {
      const { status, body: answered } = await rest(sandbox, call, body)
      return [status, ...(answered.errors ?? [])]
    }
    const resource = "Key"
    expect(await refusals(`POST ${HELLO}/keys`, { key: 1, titel: "x" })).toEqual([
      422,
      { resource, field: "key", code: "invalid" },
      { resource, field: "titel", code: "custom", message: '"titel" is not a permitted key.' },
    ])
    expect(await refusals(`POST ${HELLO}/keys`)).toEqual([
      422,
      { resource, field: "key", code: "missing_field" },
    ])
    expect(await refusals("POST /repos/octocat/nothing/keys", KEY)).toEqual([404])
    expect(await refusals(`POST ${HELLO}/environments/none/deployment-branch-policies`)).toEqual([
      404,
    ])
    expect(await refusals("PUT /user/blocks/nobody")).toEqual([404])
    expect(await refusals("PUT /orgs/octo-org/agents/secrets/NONE/repositories/5")).toEqual([404])
    const path = "/repos/octocat/hello-world/agents/variables"
    const variable = { name: "stage", value: "1" }
    expect(await refusals(`POST ${path}`, variable)).toEqual([201])
    expect(await refusals(`POST ${path}`, variable)).toEqual([
      422,
      { resource: "Variable", field: "name", code: "already_exists" },
    ])
    expect(await refusals(`PATCH ${path}/STAGE`, { name: "PHASE" })).toEqual([204])
    expect((await rest(sandbox, `GET ${path}`)).body.variables).toMatchObject([
      { name: "PHASE", value: "1" },
    ])
    expect(sandbox.applied).toHaveLength(2)
  })

  test("ignores unknown members if the sandbox is lenient, and lists them", async () => {
    const lenient = await startSandbox({ generic: true, lenient: true })
    const { status } = await rest(lenient, `POST ${HELLO}/keys`, { ...KEY, titel: "x" })
    expect([status, lenient.requests[0]?.ignored]).toEqual([201, ["titel"]])
    await lenient.close()
  })

  test.each([
    ["GET /repos/octocat/secret/keys", [200, 404, 404, 404]],
    [`GET ${HELLO}/keys`, [200, 200, 200, 200]],
    [`POST ${HELLO}/keys`, [201, 403, 401, 404]],
    [`GET ${HELLO}/agents/secrets`, [200, 404, 404, 200]],
    ["GET /orgs/octo-org/blocks", [200, 404, 404, 404]],
    ["PUT /orgs/octo-org/blocks/monalisa", [204, 404, 401, 404]],
    ["GET /user/keys", [200, 200, 401, 200]],
    ["PUT /user/blocks/monalisa", [204, 204, 401, 404]],
    ["GET /users/octocat/copilot-spaces", [200, 200, 200, 200]],
    // The description names `read:user` as enough.
    ["POST /users/octocat/copilot-spaces", [201, 404, 401, 201]],
  ] as const)("lets %s only those with access", async (call, statuses) => {
    const body = { "/keys": KEY, "/copilot-spaces": { name: "s" } }[
      /\/[\w-]+$/.exec(call)?.[0] ?? ""
    ]
    const tokens = [sandbox.token, "hubot-token", null, "read-only-token"]
    const got: number[] = []
    for (const token of tokens) {
      const sent = call.startsWith("POST") ? body : undefined
      got.push((await rest(sandbox, call, sent, { token })).status)
    }
    expect(got).toEqual(statuses)
  })

  test("lets an installation do what its permissions are for", async () => {
    const statuses: number[] = []
    for (const permissions of [{ administration: "write" }, { metadata: "read" }]) {
      const mint = "POST /app/installations/1/access_tokens"
      const { token } = (await rest(sandbox, mint, { permissions }, { token: jwt() })).body
      for (const call of ["GET /repos/octocat/secret/keys", `POST ${HELLO}/keys`]) {
        const body = call.startsWith("POST") ? KEY : undefined
        statuses.push((await rest(sandbox, call, body, { token })).status)
      }
      statuses.push((await rest(sandbox, "GET /orgs/octo-org/blocks", undefined, { token })).status)
    }
    expect(statuses).toEqual([200, 201, 403, 403, 403, 403])
  })

  test("pages lists", async () => {
    const path = "/orgs/octo-org/agents/variables"
    for (const name of ["A", "B", "C"]) {
      await rest(sandbox, `POST ${path}`, { name, value: name, visibility: "all" })
    }
    const { body, headers } = await rest(sandbox, `GET ${path}?per_page=2`)
    expect(body).toMatchObject({ total_count: 3, variables: [{ name: "A" }, { name: "B" }] })
    expect(headers.get("link")).toMatch(/page=2>; rel="next"/)
    const next = await rest(sandbox, `GET ${path}?per_page=2&page=2`)
    expect(next.body).toMatchObject({ total_count: 3, variables: [{ name: "C" }] })
  })

  test("keeps rows in snapshots, forks and renamed repositories, and not after a reset", async () => {
    const titles = async (of: Sandbox, path = HELLO) => {
      const { body } = await rest(of, `GET ${path}/keys`)
      return body.map(({ title }: { title: string }) => title)
    }
    await rest(sandbox, `POST ${HELLO}/keys`, KEY)
    const before = sandbox.state.snapshot()
    await using fork = await sandbox.fork()
    await rest(fork, `POST ${HELLO}/keys`, { ...KEY, title: "other" })
    await rest(fork, `PATCH ${HELLO}`, { name: "renamed" })
    expect(await titles(fork, "/repos/octocat/renamed")).toEqual(["deploy", "other"])
    expect(await titles(sandbox)).toEqual(["deploy"])
    sandbox.reset()
    expect(await titles(sandbox)).toEqual([])
    sandbox.state.restore(before)
    expect(await titles(sandbox)).toEqual(["deploy"])
    expect(sandbox.state.snapshot()).toEqual(before)
    await rest(sandbox, `DELETE ${HELLO}`)
    expect(sandbox.state.snapshot()).toMatchObject({ generic_rows: [] })
  })

  test("numbers objects in their collection", async () => {
    const space = { name: "s" }
    const numbers: number[] = []
    for (const owner of ["users/octocat", "orgs/octo-org", "users/octocat"]) {
      numbers.push((await rest(sandbox, `POST /${owner}/copilot-spaces`, space)).body.number)
    }
    expect(numbers).toEqual([1, 1, 2])
  })

  test("answers accounts of the state in place of their logins", async () => {
    const { body } = await rest(sandbox, "POST /orgs/octo-org/campaigns", {
      ...{ name: "c", description: "d", ends_at: "2025-06-01T00:00:00Z" },
      ...{ code_scanning_alerts: [], managers: ["hubot", "nobody"] },
    })
    expect(body.managers).toMatchObject([{ login: "hubot", id: 2 }])
  })

  test("removes what is in a removed object", async () => {
    const group = "/orgs/octo-org/actions/runner-groups"
    const { body } = await rest(sandbox, `POST ${group}`, {
      ...{ name: "g", visibility: "selected", selected_repository_ids: [5] },
    })
    const inside = `${group}/${body.id}/repositories`
    expect((await rest(sandbox, `GET ${inside}`)).body.repositories).toMatchObject([{ id: 5 }])
    await rest(sandbox, `DELETE ${group}/${body.id}`)
    expect((await rest(sandbox, `GET ${inside}`)).status).toBe(404)
    expect(sandbox.state.snapshot()).toMatchObject({ generic_rows: [] })
  })

  test("answers settings when they are set, and with synthesize before, too", async () => {
    const path = "/orgs/octo-org/actions/permissions"
    expect((await rest(sandbox, `GET ${path}`)).status).toBe(501)
    await rest(sandbox, `PUT ${path}`, { enabled_repositories: "none" })
    expect((await rest(sandbox, `GET ${path}`)).body).toMatchObject({
      enabled_repositories: "none",
    })
    await using both = await startSandbox({ generic: true, synthesize: true })
    const { headers } = await rest(both, `GET ${path}`)
    expect([headers.get("x-ghx-generic"), headers.has("x-ghx-synthesized")]).toEqual([null, true])
  })
})

test("synthesize keeps what is created, and synthesizes lists before", async () => {
  await using synthesized = await startSandbox({ synthesize: true })
  const list = () => rest(synthesized, "GET /user/keys")
  expect((await list()).headers.has("x-ghx-synthesized")).toBe(true)
  const { body } = await rest(synthesized, "POST /user/keys", KEY)
  expect((await list()).body).toEqual([body])
  expect((await rest(synthesized, `DELETE /user/keys/${body.id}`)).status).toBe(204)
  expect((await list()).body).toEqual([])
})
