import { afterAll, beforeAll, expect, test } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"
import { ask, data } from "./client.js"
import { rest } from "./rest-client.js"

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({
    seed: {
      users: ["ada", "bea", "cid", "eve"].map((login) => ({ login })),
      organizations: [
        {
          login: "engines",
          members: { ada: "ADMIN", bea: "MEMBER", cid: "MEMBER" },
          public_members: ["bea"],
          teams: [
            { name: "Builders & Co", members: { bea: "MAINTAINER" } },
            { name: "Painters", parent: "builders-co", members: { cid: "MEMBER" } },
            { name: "Spies", privacy: "SECRET", members: { bea: "MEMBER" } },
          ],
        },
      ],
      tokens: [
        ...["ada", "bea", "cid", "eve"].map((login) => ({ token: login, login })),
        { token: "narrow", login: "ada", scopes: ["repo"] },
      ],
      repositories: [
        {
          owner: "ada",
          name: "r",
          stargazers: ["bea", { user: "cid", starred_at: "2024-02-03T04:05:06Z" }],
        },
      ],
    },
  })
})
afterAll(() => sandbox.close())

const get = async (path: string, token: string) => {
  const { status, body } = await rest(sandbox, `GET ${path}`, undefined, { token })
  return status === 200 ? body : status
}

const logins = (people: { login: string }[]) => people.map(({ login }) => login)
const slugs = (teams: { slug: string }[]) => teams.map(({ slug }) => slug)

test.each([
  ["ada", ["ada", "bea", "cid"]],
  ["eve", ["bea"]],
  ["narrow", ["bea"]],
])("%s sees the members %j, over REST and GraphQL", async (token, members) => {
  expect(logins(await get("/orgs/engines/members", token))).toEqual(members)
  const { organization } = await data(
    sandbox,
    `{ organization(login: "engines") { membersWithRole(first: 9) { edges { role node { login } } } } }`,
    {},
    token,
  )
  const { edges } = organization.membersWithRole
  expect(edges.map(({ node }: { node: { login: string } }) => node.login)).toEqual(members)
  const roles = edges.map(({ role }: { role: string | null }) => role)
  expect(roles.every((role: string | null) => (role !== null) === (token === "ada"))).toBe(true)
})

test.each([
  ["ada", "cid", ["engines"]],
  ["eve", "cid", []],
  ["eve", "bea", ["engines"]],
])("%s sees the organizations of %s as %j", async (token, login, organizations) => {
  expect(logins(await get(`/users/${login}/orgs`, token))).toEqual(organizations)
  const { user } = await data(
    sandbox,
    `query ($login: String!) { user(login: $login) { organizations(first: 9) { nodes { login } } } }`,
    { login },
    token,
  )
  expect(logins(user.organizations.nodes)).toEqual(organizations)
})

test.each([
  ["ada", ["builders-co", "painters", "spies"]],
  ["bea", ["builders-co", "painters", "spies"]],
  ["cid", ["builders-co", "painters"]],
])("%s sees the teams %j; secret ones are for their members and owners", async (token, teams) => {
  expect(slugs(await get("/orgs/engines/teams", token))).toEqual(teams)
  const { organization } = await data(
    sandbox,
    `{ organization(login: "engines") { teams(first: 9) { nodes { slug } } } }`,
    {},
    token,
  )
  expect(slugs(organization.teams.nodes)).toEqual(teams)
})

test("teams are hidden from outsiders, and need the scope read:org", async () => {
  expect(await get("/orgs/engines/teams", "eve")).toBe(404)
  const query = `{ organization(login: "engines") { teams(first: 9) { totalCount } } }`
  expect(await ask(sandbox, query, {}, "eve")).toMatchObject({
    data: { organization: { teams: { totalCount: 0 } } },
  })
  expect((await ask(sandbox, query, {}, "narrow")).errors).toMatchObject([
    {
      type: "INSUFFICIENT_SCOPES",
      message: expect.stringContaining("['read:org', 'read:discussion']"),
    },
  ])
  expect(await get("/user/orgs", "narrow")).toBe(403)
})

test("members of a child team are members of its parent", async () => {
  const members = await get("/orgs/engines/teams/builders-co/members", "ada")
  expect(members).toMatchObject([
    { login: "cid", role: "member", inherited: true },
    { login: "bea", role: "maintainer", inherited: false },
  ])
  const { organization } = await data(
    sandbox,
    `{ organization(login: "engines") { team(slug: "Builders-Co") {
      combinedSlug url
      childTeams(first: 9) { nodes { slug parentTeam { slug } } }
      all: members(first: 9, orderBy: { field: LOGIN, direction: ASC }) { edges { role node { login } } }
      own: members(first: 9, membership: IMMEDIATE) { nodes { login } }
      theirs: members(first: 9, membership: CHILD_TEAM) { nodes { login } }
      leads: members(first: 9, role: MAINTAINER) { nodes { login } }
    } } }`,
    {},
    "ada",
  )
  expect(organization.team).toEqual({
    combinedSlug: "engines/builders-co",
    url: "https://github.com/orgs/engines/teams/builders-co",
    childTeams: { nodes: [{ slug: "painters", parentTeam: { slug: "builders-co" } }] },
    all: {
      edges: [
        { role: "MAINTAINER", node: { login: "bea" } },
        { role: "MEMBER", node: { login: "cid" } },
      ],
    },
    own: { nodes: [{ login: "bea" }] },
    theirs: { nodes: [{ login: "cid" }] },
    leads: { nodes: [{ login: "bea" }] },
  })
})

test("owners of an organization and maintainers of a team put members into it", async () => {
  const at = (login: string, team = "builders-co") =>
    `/orgs/engines/teams/${team}/memberships/${login}`
  const set = (login: string, role: string, token: string) =>
    rest(sandbox, `PUT ${at(login)}`, { role }, { token })
  expect(await set("cid", "maintainer", "bea")).toMatchObject({
    status: 200,
    body: { role: "maintainer", state: "active" },
  })
  expect(await get(at("cid"), "bea")).toMatchObject({ role: "maintainer" })
  // Owners are maintainers.
  expect((await set("ada", "member", "ada")).body).toMatchObject({ role: "maintainer" })
  expect((await set("eve", "member", "ada")).status).toBe(501)
  expect((await set("cid", "owner", "ada")).status).toBe(422)
  const removed = (login: string, token: string) =>
    rest(sandbox, `DELETE ${at(login)}`, undefined, { token })
  expect((await removed("ada", "eve")).status).toBe(404)
  expect((await removed("ada", "ada")).status).toBe(204)
  expect((await removed("ada", "ada")).status).toBe(404)
  expect(await get(at("ada"), "ada")).toBe(404)
  expect(await get(at("cid", "painters"), "cid")).toMatchObject({ role: "member" })
  const painters = `PUT ${at("bea", "painters")}`
  expect((await rest(sandbox, painters, {}, { token: "bea" })).status).toBe(403)
  sandbox.reset()
})

test("a secret team cannot be read by its node id", async () => {
  const [, , spies] = await get("/orgs/engines/teams", "ada")
  const query = `query ($id: ID!) { node(id: $id) { ... on Team { slug } } }`
  expect(await data(sandbox, query, { id: spies.node_id }, "bea")).toEqual({
    node: { slug: "spies" },
  })
  const { errors } = await ask(sandbox, query, { id: spies.node_id }, "cid")
  expect(errors).toMatchObject([{ type: "NOT_FOUND" }])
})

test("the media type for stars adds the date from the seed to each starred repository", async () => {
  const accept = "application/vnd.github.star+json"
  const { body } = await rest(sandbox, "GET /users/cid/starred", undefined, {
    token: "eve",
    headers: { accept },
  })
  expect(body).toMatchObject([{ starred_at: "2024-02-03T04:05:06Z", repo: { name: "r" } }])
  expect(await get("/users/cid/starred", "eve")).toMatchObject([{ name: "r" }])
})

test.each([
  [{ teams: [{ name: "Builders" }, { name: "builders" }] }, "the team builders is given twice"],
  [{ teams: [{ name: "A", parent: "b" }] }, "there is no team b before a"],
  [{ teams: [{ name: "A", members: { ada: "MEMBER" as const } }] }, "ada is no member"],
  [{ public_members: ["ada"] }, "ada is no member"],
])("a seed with the organization %j is refused", async (organization, message) => {
  const seed = { users: [{ login: "ada" }], organizations: [{ login: "o", ...organization }] }
  await expect(startSandbox({ seed })).rejects.toThrow(message)
})
