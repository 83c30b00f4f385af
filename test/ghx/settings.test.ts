/** `ghx secret` and `ghx variable` of organizations, environments and users. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import sodium from "libsodium-wrappers"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { type } from "./type.js"

let github: Sandbox
const folder = mkdtempSync(join(tmpdir(), "ghx-settings-"))
beforeAll(async () => {
  await sodium.ready
  github = await startSandbox({ synthesize: true })
  vi.stubEnv("GHX_BASE_URL", github.url)
  vi.stubEnv("GH_REPO", "octocat/hello-world")
})
afterEach(() => github.reset())
afterAll(() => {
  rmSync(folder, { recursive: true })
  return github.close()
})

/** What a command sends, apart from reads. */
async function sentBy(line: string, stdin?: string) {
  const before = github.requests.length
  const result = await type(`ghx ${line}`, stdin === undefined ? {} : { stdin })
  const writes = github.requests.slice(before).filter(({ method }) => method !== "GET")
  return { ...result, sent: writes.map(({ method, path, body }) => [`${method} ${path}`, body]) }
}

test.each([
  ["--org octo-org", "/orgs/octo-org/actions/secrets", { visibility: "private" }],
  [
    "--org octo-org -v all --app Dependabot",
    "/orgs/octo-org/dependabot/secrets",
    { visibility: "all" },
  ],
  [
    "-o octo-org -r octocat/hello-world",
    "/orgs/octo-org/actions/secrets",
    { visibility: "selected", selected_repository_ids: [expect.any(Number)] },
  ],
  [
    "-o octo-org --no-repos-selected",
    "/orgs/octo-org/actions/secrets",
    { visibility: "selected", selected_repository_ids: [] },
  ],
  ["--app dependabot", "/repos/octocat/hello-world/dependabot/secrets", {}],
  ["--env 'on duty'", "/repos/octocat/hello-world/environments/on%20duty/secrets", {}],
  ["--user", "/user/codespaces/secrets", { selected_repository_ids: [] }],
])("secret set %s encrypts the value for the right place", async (options, path, access) => {
  const keys = sodium.crypto_box_keypair()
  const key = sodium.to_base64(keys.publicKey, sodium.base64_variants.ORIGINAL)
  github.injectFault({
    match: { path: /public-key$/ },
    status: 200,
    body: { key, key_id: "7" },
    times: 1,
  })
  github.injectFault({ match: { method: "PUT" }, status: 201, body: {}, times: 1 })
  const { sent, exitCode } = await sentBy(`secret set TOKEN ${options}`, "sesame\n")
  expect(exitCode).toBe(0)
  expect(sent).toEqual([
    [`PUT ${path}/TOKEN`, { encrypted_value: expect.any(String), key_id: "7", ...access }],
  ])
  const box = sodium.from_base64(
    String(Object(sent[0]?.[1]).encrypted_value),
    sodium.base64_variants.ORIGINAL,
  )
  expect(
    Buffer.from(sodium.crypto_box_seal_open(box, keys.publicKey, keys.privateKey)).toString(),
  ).toBe("sesame")
})

test("variables of a dotenv file are changed, or created if they are missing", async () => {
  const file = join(folder, "values")
  writeFileSync(file, "# of the job\nFIRST=1\nSECOND='two words'\n")
  const { exitCode } = await sentBy(`variable set -f ${file}`)
  expect(exitCode).toBe(0)
  expect((await type("ghx variable get SECOND")).stdout).toBe("two words\n")
  await sentBy(`variable set -f ${file}`)
  expect(
    (await type('ghx variable list --json name -q \'[.[].name] | contains(["FIRST","SECOND"])\''))
      .stdout,
  ).toBe("true\n")
})

test("--json takes blanks between the fields of an organization's variables", async () => {
  await sentBy("variable set FIRST -o octo-org -b 1")
  expect((await type("ghx variable list -o octo-org --json 'name, value'")).stdout).toBe(
    '[{"name":"FIRST","value":"1"}]\n',
  )
})

/** The variables that a dotenv file sets. */
async function setFrom(text: string) {
  const file = join(folder, "values")
  writeFileSync(file, text)
  const { stderr, exitCode, sent } = await sentBy(`variable set --env production -f ${file}`)
  const values = sent.map(([, body]): [string, string] => [Object(body).name, Object(body).value])
  return { stderr, exitCode, values }
}

test("a dotenv file is read as gh reads it", async () => {
  const environment = "repos/{owner}/{repo}/environments/production"
  await type(`ghx api -X PUT ${environment} --allow-write --yes`)
  const forms: readonly (readonly [line: string, value: string])[] = [
    ["A=abc#def", "abc#def"],
    ["A=https://x.y/z#frag # a comment", "https://x.y/z#frag"],
    ["A=#fff", "#fff"],
    ["A= # a comment", ""],
    ["A=", ""],
    ['A=""', ""],
    ["A =  two words\t", "two words"],
    [`A=it's "fine"`, `it's "fine"`],
    ["export A=1", "1"],
    ["A: 1", "1"],
    [String.raw`A="q\"uote"#c`, 'q"uote'],
    [String.raw`A="\n\r\\n\$ONE"`, "\n\r\\n$ONE"],
    ['A="one\n # two\n"', "one\n # two\n"],
    [String.raw`A='\n$ONE "#' # a comment`, String.raw`\n$ONE "#`],
    [String.raw`A='it\'s'`, String.raw`it\'s`],
    [String.raw`A='C:\'`, "C:\\"],
    ["A=$ONE/\\$ONE/$one", "1/$ONE/$one"],
    [`A=x\${ONE}y`, "x1y"],
    [`A="$ONE \${ONE} $NONE"`, "1 1 "],
  ]
  for (const [line, value] of forms) {
    const text = `\uFEFF# the first\nONE=1\n\n  # more\n${line}\nLAST='x'`
    for (const each of [text, text.replaceAll("\n", "\r\n")]) {
      const { values } = await setFrom(each)
      expect.soft([line, new Map(values)]).toEqual([
        line,
        new Map([
          ["ONE", "1"],
          ["A", value],
          ["LAST", "x"],
        ]),
      ])
    }
  }
})

test.each(["B", "A-B=1", "=1", 'B="x\nC=1', 'B="x" y', "B='x", "B='x'y"])(
  "nothing is set from a dotenv file with the line %j",
  async (line) => {
    expect(await setFrom(`A="1\n2"\n${line}\nD=1\n`)).toEqual({
      stderr: expect.stringMatching(/values, line 3: expected NAME=value\n/),
      exitCode: 2,
      values: [],
    })
  },
)

test.each(["--env production", "--org octo-org"])(
  "variables and secrets of %s are set, listed, shown and deleted",
  async (options) => {
    await type("ghx api -X PUT repos/{owner}/{repo}/environments/production --allow-write --yes")
    for (const value of ["test", "live"]) {
      const set = await type(`ghx variable set STAGE ${options} -b ${value}`)
      expect(set).toMatchObject({ stderr: "", exitCode: 0 })
    }
    expect((await type(`ghx variable list ${options}`)).stdout).toMatch(/^STAGE\tlive\b/)
    expect((await type(`ghx variable get STAGE ${options}`)).stdout).toMatch(/^live\b/)
    expect(await type(`ghx secret set TOKEN ${options} -b sesame`)).toMatchObject({ exitCode: 0 })
    expect(JSON.stringify(github.state.snapshot())).toContain('"sesame"')
    expect((await type(`ghx secret list ${options}`)).stdout).toMatch(/^TOKEN\b/)
    await type(`ghx variable delete STAGE ${options}`)
    await type(`ghx secret delete TOKEN ${options}`)
    expect((await type(`ghx variable list ${options}`)).stdout).toBe("")
    expect((await type(`ghx secret list ${options}`)).stdout).toBe("")
    expect(await type(`ghx variable get STAGE ${options}`)).toMatchObject({ exitCode: 3 })
  },
)

test("only admins with the scope admin:org see the settings of an organization", async () => {
  for (const scopes of [["repo"], ["repo", "admin:org"]]) {
    github.addToken({ token: "weak", login: "octocat", scopes })
    vi.stubEnv("GH_TOKEN", "weak")
    const { exitCode } = await type("ghx variable list --org octo-org")
    expect(exitCode).toBe(scopes.includes("admin:org") ? 0 : 3)
  }
  vi.stubEnv("GH_TOKEN", undefined)
})

test.each([
  ["secret set A -o octo-org --env x -b 1", "Use --org or --env, not both"],
  ["secret set A --visibility all -b 1", "--visibility needs --org"],
  ["secret set A -o octo-org -v selected -b 1", "needs --repos"],
  ["secret set A -o octo-org -v everybody -b 1", "all, private or selected"],
  ["secret set A --app pages -b 1", "--app is one of"],
  ["secret set A -f x -b 1", "Use a name or --env-file"],
  ["secret set A-B -o octo-org -b 1", "A-B is no name of a secret"],
  ["secret list -o octo-org --json value", "unknown field value"],
])("%s is refused, and nothing is sent", async (line, message) => {
  const { stderr, exitCode, sent } = await sentBy(line)
  expect([exitCode, stderr, sent]).toEqual([2, expect.stringContaining(message), []])
})
