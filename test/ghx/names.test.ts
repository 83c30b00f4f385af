/** Names in place of numbers: an unknown name is an error that lists the known ones. */
import { defaultSeed, type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox

beforeAll(async () => {
  const projects = [{ title: "Ideas" }, { title: "Ideas" }, { title: "Roadmap" }]
  const users = defaultSeed.users.map((one) =>
    one.login === "octocat" ? { ...one, projects } : one,
  )
  github = await startSandbox({ seed: { ...defaultSeed, users } })
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
beforeEach(() => github.reset())
afterAll(() => github.close())

test("ghx issue edit --add-project finds a project by its title, in any case", async () => {
  await type("ghx issue edit 1 --add-project roadmap")
  const asked = github.requests.map(({ body }) => Object(Object(body).variables))
  expect(asked).toContainEqual({ content_id: "I_kgDOAAAAAQ", project_id: "PVT_kgDOAAAAAw" })
})

test("ghx project list uses the token's user as the default owner", async () => {
  const [own, named] = await Promise.all(
    ["", " --owner octocat"].map((rest) => type(`ghx project list${rest} --json title`)),
  )
  expect(own?.stdout).toBe(named?.stdout)
  expect(own?.stdout).toContain('"Roadmap"')
})

test.each([
  ["issue edit 1 --add-project Nope", /no project "Nope"\n {2}fix: There are: #\d+ Roadmap, /],
  [
    "project item add 1 --project Ideas",
    /several projects "Ideas"\n {2}fix: Give the number of one/,
  ],
  ["milestone edit v9 --title x", /no milestone "v9"\n {2}fix: It has v1.0, v2.0/],
  ["label edit nope --name x", /no label "nope". It has bug, /],
  ["issue list --label type:nope", /no label "type:nope"\n {2}fix: It has bug, /],
  ["issue list --label bug --label nope --json number", /no label "nope"\n {2}fix: It has bug, /],
  ["pr list --assignee nobody --json number", /no assignable person "nobody"/],
  ["issue list --assignee nobody", /no assignable person "nobody"/],
  ["workflow disable nope.yml", /no workflow "nope.yml". It has ci.yml, deploy.yml/],
  ["issue edit 1 --add-assignee nobody", /no assignable person "nobody". It has octocat, monalisa/],
  ["pr edit 7 --add-reviewer nobody", /no assignable person "nobody". It has octocat, monalisa/],
  ["pr list --base nope", /no branch "nope"\n {2}fix: It has fix-typo, /],
  ["release edit v9 --notes x", /no release "v9". It has v0.2.0, v0.1.0/],
])("ghx %s fails and lists the known names", async (line, message) => {
  const { stderr, exitCode } = await type(`ghx ${line}`)
  expect(stderr).toMatch(message)
  expect(exitCode).toBeGreaterThan(1)
  expect(github.applied).toEqual([])
})

test("ghx issue list fails in a repository whose issues are disabled, and asks for that only if there are none", async () => {
  await type("ghx repo edit --enable-issues=false")
  for (const options of ["", "--json number", "--state all --assignee octocat"]) {
    expect(await type(`ghx issue list ${options}`)).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining("the 'octocat/hello-world' repository has disabled issues"),
      exitCode: 1,
    })
  }
  await type("ghx repo edit --enable-issues")
  for (const [options, requests] of [
    ["", 1],
    ["--milestone 1 --state closed", 3],
  ] as const) {
    github.clearRequests()
    expect(await type(`ghx issue list ${options}`)).toMatchObject({ exitCode: 0 })
    expect(github.requests).toHaveLength(requests)
  }
})

test.each([
  "pr list --author monalisa",
  "pr list --draft --json number",
  "issue list --search label:bug",
  "pr status",
  "search issues --repo octocat/hello-world",
])(
  "ghx %s fails under a former or unknown name, which GitHub's search does not know",
  async (line) => {
    await type("ghx repo rename hello-new --yes")
    const said = "octocat/hello-world is now octocat/hello-new, and GitHub's search"
    expect(await type(`ghx ${line}`)).toMatchObject({
      stdout: "",
      stderr: expect.stringContaining(said),
      exitCode: 2,
    })
    const unknown = await type(`ghx ${line.replace("hello-world", "nope")} -R octocat/nope`)
    expect(unknown.stderr).toContain(
      "Could not resolve to a Repository with the name 'octocat/nope'",
    )
    expect(unknown).toMatchObject({ stdout: "", exitCode: 2 })
  },
)

test("ghx issue list names a label that several hundred others do not have", async () => {
  const labels = Array.from({ length: 250 }, (_, at) => ({ name: `label ${at}` }))
  const seed = { repositories: [{ owner: "ada", name: "engine", labels }] }
  const other = await startSandbox({ seed: { viewer: "ada", users: [{ login: "ada" }], ...seed } })
  vi.stubEnv("GHX_BASE_URL", other.url)
  const of = (label: string) => type(`ghx issue list -R ada/engine --json number -l "${label}"`)
  expect((await of("label 249")).stdout).toBe("[]\n")
  expect((await of("label 250")).stderr).toContain('no label "label 250"')
  vi.stubEnv("GHX_BASE_URL", github.url)
  await other.close()
})

test.each([
  ["issue create -t New -b Text -p Roadmap", /^\S+\/issues\/\d+\n$/],
  ["issue create -t New -b Text -p Roadmap -l bug --json url -q .url", /^\S+\/issues\/\d+\n$/],
  ["pr create -t New -b Text -B main -H impolite-greeting -p Roadmap", /^\S+\/pull\/\d+\n$/],
  ["issue edit 1 --add-project Roadmap", /^\S+\/issues\/1\n$/],
])("ghx %s prints the address of the object that it adds to a project", async (line, address) => {
  const { stdout, stderr } = await type(`ghx ${line}`)
  expect(stderr).toBe("")
  expect(stdout).toMatch(address)
})

test("ghx release create accepts `latest` as the tag of a new release", async () => {
  const { stdout } = await type("ghx release create latest --notes Text --json tag_name")
  expect(stdout).toBe('{"tag_name":"latest"}\n')
})
