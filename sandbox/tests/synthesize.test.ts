import {
  GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isNonNullType,
  isScalarType,
} from "graphql"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { fieldsOf, githubSchema } from "../graphql/index.js"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data, send } from "./client.js"
import { description, problemsOf } from "./described.js"
import { HELLO, rest } from "./rest-client.js"

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({ synthesize: true })
})
afterEach(() => sandbox.close())

const listing = (fields: string) =>
  `{ viewer { login } marketplaceListing(slug: "live") { ${fields} } }`

describe("the option synthesize", () => {
  test("synthesizes GraphQL fields that are not modelled, and lists them", async () => {
    const query = listing("slug name isPaid id")
    const response = await send(sandbox, { query })
    const { data: made } = (await response.json()) as { data: Record<string, never> }
    expect(made).toMatchObject({
      viewer: { login: "octocat" },
      marketplaceListing: {
        slug: "live",
        name: expect.any(String),
        isPaid: expect.any(Boolean),
      },
    })
    const [logged] = sandbox.requests
    expect(logged?.synthesized).toContain("Query.marketplaceListing")
    expect(logged?.synthesized).not.toContain("Query.viewer")
    expect(response.headers.get("x-ghx-synthesized")).toBe(logged?.synthesized.join(", "))
  })

  test("returns the lists of the option, with matching counts and pages", async () => {
    const lists = {
      "Repository.deployKeys": [{ title: "test" }, { title: "staging" }, { title: "live" }],
      "Organization.auditLog": [
        { __typename: "RepoCreateAuditEntry", repositoryName: "engine" },
        { __typename: "OrgAddMemberAuditEntry" },
      ],
      "Query.codesOfConduct": [{ name: "Covenant" }, { name: "Other" }],
    }
    const sandbox = await startSandbox({ synthesize: { lists } })
    const query = `{
      repository(owner: "octocat", name: "hello-world") {
        deployKeys(first: 2) { totalCount pageInfo { hasNextPage } nodes { title } }
      }
      organization(login: "octo-org") {
        auditLog(first: 9) { edges { node {
          __typename
          ... on RepoCreateAuditEntry { repositoryName }
        } } }
      }
      codesOfConduct { name }
    }`
    expect(await data(sandbox, query)).toEqual({
      repository: {
        deployKeys: {
          totalCount: 3,
          pageInfo: { hasNextPage: true },
          nodes: [{ title: "test" }, { title: "staging" }],
        },
      },
      organization: {
        auditLog: {
          edges: [
            { node: { __typename: "RepoCreateAuditEntry", repositoryName: "engine" } },
            { node: { __typename: "OrgAddMemberAuditEntry" } },
          ],
        },
      },
      codesOfConduct: [{ name: "Covenant" }, { name: "Other" }],
    })
    await sandbox.close()
  })

  test("synthesizes equal data for equal queries and seeds, whatever the aliases", async () => {
    const [first, second] = [
      await data(sandbox, listing("id name")),
      await data(sandbox, listing("name id")),
    ]
    const { name, id } = first.marketplaceListing
    expect(second.marketplaceListing).toEqual({ name, id })
    const alias = '{ d: marketplaceListing(slug: "live") { id } }'
    expect((await data(sandbox, alias)).d).toEqual({ id })
    const other = await startSandbox({ synthesize: { seed: 1 } })
    const elsewhere = await data(other, listing("id name"))
    expect(elsewhere.marketplaceListing).not.toEqual({ name, id })
    await other.close()
  })

  test("synthesizes nothing that is modelled, and nothing without the option", async () => {
    const strict = await startSandbox()
    const { errors } = await ask(strict, "{ codesOfConduct { name } }")
    expect(errors).toMatchObject([{ type: "SANDBOX_NOT_MODELLED" }])
    expect((await rest(strict, "GET /feeds")).status).toBe(501)
    await strict.close()

    const modelled = await send(sandbox, { query: "{ viewer { login } }" })
    expect(modelled.headers.has("x-ghx-synthesized")).toBe(false)
    const { errors: gone } = await ask(sandbox, '{ repository(owner: "o", name: "r") { name } }')
    expect(gone).toMatchObject([{ type: "NOT_FOUND" }])
    const elsewhere = await rest(sandbox, "GET /repos/nobody/nothing/keys")
    expect(elsewhere.status).toBe(404)
  })

  test("executes mutations that are not modelled, and lists them as applied", async () => {
    const { createCheckRun } = await data(
      sandbox,
      `mutation {
        createCheckRun(input: { repositoryId: "R", name: "lint", headSha: "a" }) { checkRun { name id } }
      }`,
    )
    expect(createCheckRun.checkRun.name).toBe("lint")
    expect(createCheckRun.checkRun.id).toMatch(/^INVENTED_CheckRun_/)
    const { status } = await rest(sandbox, "DELETE /user/keys/7")
    expect(status).toBe(204)
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual([
      "createCheckRun",
      "DELETE /user/keys/{key_id}",
    ])
    expect(sandbox.requests.map(({ synthesized }) => synthesized[0])).toEqual([
      "Mutation.createCheckRun",
      "DELETE /user/keys/{key_id}",
    ])
  })

  test("synthesizes lists of a finite number of consistent pages", async () => {
    const page = async (first: number, after: string | null) => {
      const query = `query ($first: Int, $after: String) {
        repository(owner: "octocat", name: "hello-world") {
          deployKeys(first: $first, after: $after) {
            totalCount pageInfo { hasNextPage endCursor } nodes { id } edges { cursor node { id } }
          }
        }
      }`
      return (await data(sandbox, query, { first, after })).repository.deployKeys
    }
    const all = await page(50, null)
    expect(all.nodes).toHaveLength(all.totalCount)
    expect(all.edges.map((edge: { node: object }) => edge.node)).toEqual(all.nodes)
    const ids: string[] = []
    for (let after: string | null = null, more = true; more; ) {
      const { nodes, pageInfo } = await page(1, after)
      expect(nodes).toHaveLength(1)
      ids.push(nodes[0].id)
      after = pageInfo.endCursor
      more = pageInfo.hasNextPage
    }
    expect(ids).toEqual(all.nodes.map(({ id }: { id: string }) => id))
    expect((await rest(sandbox, `GET ${HELLO}/keys?page=2`)).body).toEqual([])
  })
})

test("synthesized GraphQL objects of every type that is not modelled match the schema", async () => {
  const schema = githubSchema()
  const objects = schema
    .getPossibleTypes(schema.getType("Node") as never)
    .filter(({ name }) => !fieldsOf(name))
  expect(objects.length).toBeGreaterThan(100)
  const parts = objects.map(
    ({ name }, index) =>
      `a${index}: node(id: "INVENTED_${name}_0") { __typename ... on ${name} { ${fields(name)} } }`,
  )
  for (let at = 0; at < parts.length; at += 25) {
    const { errors, data: made } = await ask(sandbox, `{ ${parts.slice(at, at + 25).join("\n")} }`)
    expect(errors).toBeUndefined()
    expect(Object.values(made)).not.toContain(null)
  }
})

/** The fields of a type that need no arguments, and those of their types. */
function fields(typeName: string, depth = 0): string {
  const type = githubSchema().getType(typeName)
  if (!(type instanceof GraphQLObjectType)) return "__typename"
  const all = Object.values(type.getFields()).filter(({ args }) =>
    args.every((arg) => !isNonNullType(arg.type) || arg.defaultValue !== undefined),
  )
  return all
    .map(({ name, type }) => {
      const answer = `${typeName}_${name}: ${name}`
      if (isLeaf(type)) return answer
      const inner = getNamedType(type).name
      const pages = inner.endsWith("Connection") ? "(first: 1)" : ""
      return depth > 0 ? "" : `${answer}${pages} { __typename ${fields(inner, depth + 1)} }`
    })
    .join(" ")
}

const isLeaf = (type: GraphQLOutputType) =>
  isScalarType(getNamedType(type)) || isEnumType(getNamedType(type))

test("synthesized REST responses of every GET that is not modelled match the description", async () => {
  const problems: string[] = []
  let answers = 0
  for (const [path, operations] of Object.entries(description.paths)) {
    // In the description, `docker` requires `tags`, but defines only `tag` and forbids other members.
    const isContradiction = path.includes("/{package_name}/versions")
    if (!operations.get?.response || isContradiction) continue
    const address = path
      .replace("{owner}/{repo}", "octocat/hello-world")
      .replaceAll(/\{\w*(?:id|number)\}/g, "1")
      .replaceAll(/\{[\w-]+\}/g, "x")
    const { status, body, headers } = await rest(sandbox, `GET ${address}`)
    if (!headers.has("x-ghx-synthesized")) continue
    answers += 1
    expect(status).toBe(operations.get.statuses?.[0] ?? 200)
    problems.push(...problemsOf(`GET ${path}`, body).map((problem) => `${path} ${problem}`))
  }
  expect(problems).toEqual([])
  expect(answers).toBeGreaterThan(250)
})
