/** A client with `throws`: calls and chains return data, and throw if they fail. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  ChainFailed,
  chain,
  createGhx,
  each,
  GhxError,
  type IssueListItem,
  type IssueViewOutput,
  type ThrowingGhx,
  type WarnedResult,
} from "ghx"
import { createGhx as createLazyGhx } from "ghx/lazy"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest"
import { ROOT } from "./projects.js"
import { rarely } from "./rarely.js"

const repo = { owner: "octocat", repo: "hello-world" }
const one = { ...repo, issue_number: 1 }
const missing = { ...repo, issue_number: 999 }

let sandbox: Sandbox
let ghx: ThrowingGhx
beforeEach(async () => {
  sandbox = await startSandbox()
  ghx = createGhx({ base_url: sandbox.url, token: sandbox.token, throws: true })
})
afterEach(() => sandbox.close())

const thrown = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

it("returns the data of a call, with its type", async () => {
  const issue = await ghx.issue.view(one)
  expectTypeOf(issue).toEqualTypeOf<IssueViewOutput>()
  expect(issue.number).toBe(1)
  const { title } = await ghx.issue.view(one, { fields: ["title"] })
  expect(title).toBe(issue.title)
  expect(await ghx.issue.view(one).run({ timeout_ms: 60_000 })).toEqual(issue)
  const lazy = createLazyGhx({ base_url: sandbox.url, token: sandbox.token, throws: true })
  expect(await lazy.issue.view(one)).toEqual(issue)
})

it("throws the envelope of a call that fails", async () => {
  const error = await thrown(ghx.issue.view(missing))
  expect(error).toBeInstanceOf(GhxError)
  expect(error).toMatchObject({ code: "NOT_FOUND", envelope: { ok: false } })
})

it("covers lists, pages, operations without a card, and invalid inputs", async () => {
  const { items } = await ghx.issue.list(repo)
  expectTypeOf(items).toEqualTypeOf<IssueListItem[]>()
  const all = await ghx.issue.list.all(repo)
  const iterated: number[] = []
  for await (const { number } of ghx.issue.list(repo)) iterated.push(number)
  expect(all.items.map(({ number }) => number)).toEqual(iterated)
  const answer = await ghx.request<{ full_name: string }>("GET /repos/{owner}/{repo}", repo)
  expect(answer.full_name).toBe("octocat/hello-world")
  const viewer = ghx.document<{ viewer: { login: string } }>("{ viewer { login } }")
  expect((await viewer()).viewer.login).toBe("octocat")
  const wrong = thrown(ghx.issue.view({ ...repo, issue_number: 0 }))
  expect(await wrong).toMatchObject({ code: "VALIDATION" })
})

it("returns the data of a chain in its shape, with references", async () => {
  const created = ghx.issue.create({ ...repo, title: "Flaky" })
  const issues = ghx.issue.list(repo)
  const data = await ghx.chain({
    repo,
    created,
    said: [ghx.issue.comments.create({ ...repo, issue_number: created.out.number, body: "Seen." })],
    issues,
    each: each(issues.out.items, ({ number }) => ghx.issue.view({ ...repo, issue_number: number })),
    inner: ghx.chain(ghx.issue.view(one)),
  })
  expectTypeOf(data.inner[0]).toEqualTypeOf<IssueViewOutput>()
  expectTypeOf(data.each).toEqualTypeOf<IssueViewOutput[]>()
  expect(data.said[0].url).toContain(`/issues/${data.created.number}#`)
  expect(data.each).toHaveLength(data.issues.items.length)
})

it("throws after all steps of a chain, with their results in the error", async () => {
  const steps = { view: ghx.issue.view(missing), close: ghx.issue.close(one) }
  const error = await thrown(ghx.chain(steps))
  expect(error).toBeInstanceOf(ChainFailed)
  expect(error).toMatchObject({
    message: expect.stringContaining("1 of 2 steps failed: view: "),
    code: "NOT_FOUND",
    results: { view: { ok: false }, close: { ok: true, data: { state: "CLOSED" } } },
  })
})

it("is refused by the chain of clients that return envelopes", () => {
  // @ts-expect-error a failure would be overlooked
  expect(() => chain(ghx.issue.view(one))).toThrow("use ghx.chain")
  // @ts-expect-error not a boolean
  expect(() => createGhx({ throws: "yes" })).toThrow("`throws` takes true or false")
})

describe("a warning", () => {
  const list = { owner: "octocat", repo: "big" }
  let warned: (Error & { code?: string; detail?: string })[]
  const listener = (one: Error) => warned.push(one)
  beforeEach(() => {
    warned = []
    process.on("warning", listener)
  })
  afterEach(() => process.off("warning", listener))

  it("of a call or a chain that returns only data is reported once", async () => {
    await sandbox.apply({ users: [{ login: "stranger" }] })
    const lost = { ...repo, title: "x", assignees: ["stranger"] }
    await ghx.issue.create(lost)
    await ghx.issue.create(lost)
    const plain = createGhx({ base_url: sandbox.url, token: sandbox.token })
    await plain.issue.list.all(list, { limit: 3 }).orThrow()
    await ghx.chain({ issues: ghx.issue.list.all(list, { limit: 4 }) })
    await chain(plain.issue.list.all(list, { limit: 5 })).orThrow()
    await new Promise(setImmediate)
    expect(warned.map(({ name, code, message }) => `${name} ${code} ${message}`)).toEqual([
      expect.stringMatching(/^GhxWarning IGNORED issue.create: GitHub ignored stranger/),
      "GhxWarning MORE_PAGES issue.list: has more than 3 items",
      "GhxWarning MORE_PAGES issues: has more than 4 items",
      "GhxWarning MORE_PAGES #0 issue.list: has more than 5 items",
    ])
    expect(warned[1]?.detail).toBe("Raise `limit`")
  })

  it("goes to `onWarnings`, which may throw", async () => {
    await sandbox.apply({ users: [{ login: "stranger" }] })
    const seen: WarnedResult[] = []
    const strict = createGhx({
      base_url: sandbox.url,
      token: sandbox.token,
      throws: true,
      onWarnings(of) {
        seen.push(of)
        if (of.warnings.some(({ code }) => code === "IGNORED")) throw new Error("ignored")
      },
    })
    const lost = { ...repo, title: "x", assignees: ["stranger"] }
    await expect(strict.issue.create(lost)).rejects.toThrow("ignored")
    await expect(strict.chain([strict.issue.create(lost)])).rejects.toThrow("ignored")
    await expect(strict.issue.list.all(list, { limit: 3 })).resolves.toHaveProperty("items")
    await strict.issue.create({ ...repo, title: "x" })
    expect(seen.map(({ capability_id }) => capability_id)).toEqual([
      "issue.create",
      undefined,
      "issue.list",
    ])
    expect(seen[1]?.warnings).toEqual([expect.objectContaining({ code: "IGNORED", step: 0 })])
    await new Promise(setImmediate)
    expect(warned).toEqual([])
  })

  it("of an envelope is left to its reader", async () => {
    const plain = createGhx({ base_url: sandbox.url, token: sandbox.token })
    await plain.issue.list.all(list, { limit: 6 })
    await chain(plain.issue.list.all(list, { limit: 7 }))
    await new Promise(setImmediate)
    expect(warned).toEqual([])
  })
})

/** A block of the guide to errors. */
function blockOf(language: string): string {
  const page = readFileSync(join(ROOT, "docs/guides/errors.md"), "utf8")
  return new RegExp(`\`\`\`${language}\\b.*\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ""
}

const close = 'ghx.issue.close({ owner: "o", repo: "r", issue_number: 1 })'
const lines = [
  `await ${close}`,
  `await ${close}.orThrow()`,
  `export const closed = await ${close}`,
  `await chain(${close})`,
]

it("is what the documented plugin of Biome asks for where nobody checks an envelope", () => {
  const folder = mkdtempSync(join(tmpdir(), "unchecked-"))
  writeFileSync(join(folder, "unchecked.grit"), blockOf("grit"))
  writeFileSync(join(folder, "biome.json"), '{ "plugins": ["./unchecked.grit"] }')
  writeFileSync(join(folder, "bot.ts"), lines.join("\n"))
  const biome = join(ROOT, "node_modules/.bin/biome")
  const { stderr, stdout } = spawnSync(biome, ["lint", "bot.ts"], { cwd: folder, encoding: "utf8" })
  expect((stdout + stderr).match(/bot\.ts:\d+:\d+ plugin/g)).toEqual([
    "bot.ts:1:7 plugin",
    "bot.ts:4:7 plugin",
  ])
})

// Installs ESLint, which nothing else needs.
rarely(
  "is what the documented setting of ESLint asks for, and no preset of typescript-eslint",
  () => {
    const folder = mkdtempSync(join(tmpdir(), "unchecked-"))
    const files = {
      "package.json": '{ "type": "module" }',
      "tsconfig.json": '{ "compilerOptions": { "strict": true, "target": "es2022" } }',
      "unchecked.js": blockOf("js"),
      "eslint.config.js": `import presets from "typescript-eslint"
import { rules } from "./unchecked.js"
const languageOptions = { parserOptions: { project: "./tsconfig.json" } }
export default presets.config(presets.configs.strictTypeChecked, { languageOptions, rules })`,
      "bot.ts": [
        ...lines,
        close,
        "interface Step extends Promise<{ ok: boolean }> { orThrow(): Promise<object> }",
        "declare const ghx: { issue: { close(input: object): Step } }",
        "declare function chain(...steps: Step[]): Step",
      ].join("\n"),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const packages = ["eslint@9", "typescript-eslint@8", "typescript@5.9"]
    const run = (program: string, ...args: string[]) =>
      spawnSync(program, args, { cwd: folder, encoding: "utf8" }).stdout
    run("npm", "install", "--no-audit", "--no-fund", ...packages)
    const [{ messages }] = JSON.parse(run("node_modules/.bin/eslint", "--format=json", "bot.ts"))
    expect(messages.map(({ line, ruleId }: Found) => `${line} ${ruleId}`)).toEqual([
      "1 no-restricted-syntax",
      "4 no-restricted-syntax",
      "5 @typescript-eslint/no-floating-promises",
    ])
  },
)

interface Found {
  readonly line: number
  readonly ruleId: string
}

it("makes a GhxError of any failed envelope, and of a failed step of a chain with or without names", async () => {
  const plain = createGhx({ base_url: sandbox.url, token: sandbox.token })
  const failures = [await plain.issue.view(missing)]
  const named = await chain({ seen: plain.issue.view(missing), list: plain.issue.list(repo) })
  const listed = await chain(plain.issue.close(missing))
  const errors = [
    ...failures.flatMap((one) => (one.ok ? [] : [new GhxError(one)])),
    ...Object.values(named.results).flatMap((one) => (one.ok ? [] : [new GhxError(one)])),
    ...listed.results.flatMap((one) => (one.ok ? [] : [new GhxError(one)])),
  ]
  expect(errors.map(({ envelope }) => envelope.meta.capability_id)).toEqual([
    "issue.view",
    "issue.view",
    "issue.close",
  ])
  expect(errors.map(({ code }) => code)).toEqual(errors.map(() => "NOT_FOUND"))
})
