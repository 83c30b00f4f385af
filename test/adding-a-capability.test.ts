/** Follows "Add a capability in five minutes" of CONTRIBUTING.md, word for word. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Sandbox, startSandbox } from "../sandbox/index.js"
import {
  bundled,
  type CommandResult,
  contentsOf,
  copyProject,
  differences,
  runGenerator,
  runScript,
} from "./command.js"
import { rarely } from "./rarely.js"
import { createProjectFolder, typeCheck } from "./type-check.js"

const ID = "issue.comment.update"
const CARD = "cards/issue/comment/update.yaml"
const DOCUMENT = "operations/issue/comment/update.graphql"

const guide = readFileSync(fileURLToPath(new URL("../CONTRIBUTING.md", import.meta.url)), "utf8")

/** The fenced block that follows a line of the guide. */
function blockAfter(line: string): string {
  const after = guide.split(`\n${line}`)[1] ?? ""
  const [, text] = /^```\w+\n(.*?)^```$/ms.exec(after) ?? []
  if (text === undefined) throw new Error(`CONTRIBUTING.md shows nothing after ${line}`)
  return text
}

/** The fenced block that shows a file. */
function blockOf(path: string): string {
  return blockAfter(`\`${path}\`\n`)
}

const project = createProjectFolder("adding-a-capability")

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

describe("adding a capability as CONTRIBUTING.md shows", () => {
  let before: ReadonlyMap<string, string>
  let added: CommandResult
  let proposed: CommandResult
  let proposedCard: string

  beforeAll(() => {
    copyProject(project)
    // The catalogue may contain this capability by now, or others in its folder.
    for (const path of [CARD, DOCUMENT]) {
      rmSync(join(project, dirname(path)), { recursive: true, force: true })
    }
    expect(runGenerator(project)).toMatchObject({ exitCode: 0, stderr: "" })
    before = contentsOf(project)
    proposed = runGenerator(project, ["new", ID, "--mutation", "updateIssueComment"])
    proposedCard = readFileSync(join(project, CARD), "utf8")
    write(CARD, blockOf(CARD))
    write(DOCUMENT, blockOf(DOCUMENT))
    added = runGenerator(project)
  })

  it("scaffolds the card that the guide shows", () => {
    expect(proposed).toMatchObject({ exitCode: 0, stderr: "" })
    expect(guide).toContain(`--mutation updateIssueComment\n${proposed.stdout}`)
    expect(guide).toContain(`\`\`\`yaml proposed\n${proposedCard}`)
  })

  it("changes only the card, the document and generated files", () => {
    expect(added).toMatchObject({ exitCode: 0, stderr: "" })
    expect(differences(before, contentsOf(project))).toEqual([
      CARD,
      "generated/capability-map.ts",
      "generated/catalog.ts",
      "generated/contracts/issue.comment.update.json",
      "generated/definitions.json",
      "generated/fields/issue.comment.update.json",
      "generated/issue/comment/index.ts",
      "generated/issue/comment/update.ts",
      "generated/issue/index.ts",
      "generated/loaders/issue.ts",
      "generated/namespaces.ts",
      "generated/operations/issue/comment/update.ts",
      "generated/plan.json",
      "generated/types.ts",
      DOCUMENT,
    ])
    expect(runGenerator(project, ["--check"]).exitCode).toBe(0)
  })

  it("lists `issue.comments.list` in the plan as the source of `comment_id`", () => {
    const { things } = JSON.parse(readFileSync(join(project, "generated/plan.json"), "utf8"))
    const sources = Object.keys(things).filter((name) => name.startsWith("comment_id"))
    expect(sources.map((name) => things[name])).toContainEqual(
      expect.objectContaining({ tool: "issue.comments.list", path: "items[*].id" }),
    )
  })

  it("prints the output that the guide shows, apart from the totals", () => {
    const withoutTotals = (text: string) => text.replace(/\d+ capabilities, \d+ files/, "N")
    expect(withoutTotals(guide)).toContain(`$ pnpm gen\n${withoutTotals(added.stdout)}`)
  })

  rarely("reports a misspelled output shape as the guide shows", () => {
    write(CARD, blockOf(CARD).replace("output: issue_comment", "output: issue_coment"))
    const { exitCode, stderr } = runGenerator(project)
    write(CARD, blockOf(CARD))
    expect(exitCode).toBe(1)
    expect(guide).toContain(`$ pnpm gen\n${stderr}`)
  })

  it("generates a function whose types accept the guide's call and reject wrong calls", () => {
    write("calls.ts", blockAfter("**4. Call it**"))
    write(
      "consumer.ts",
      `import { chain, execute, ghx } from "ghx"

export async function right(): Promise<string | null> {
  const one = await ghx.issue.comment.update({ comment_id: "IC_1", body: "Edited." })
  const [two] = (await chain(ghx.issue.comment.update({ comment_id: "IC_1", body: "" }))).results
  const three = await execute("issue.comment.update", { comment_id: "IC_1", body: "Edited." })
  if (three.ok) return three.data.author
  if (two.ok) return two.data.updated_at
  return one.ok ? one.data.url : one.error.code
}

export async function wrong(): Promise<void> {
  await ghx.issue.comment.update({ comment_id: "IC_1" }) // body is missing
  await ghx.issue.comment.update({ comment_id: 1, body: "" }) // a number is no id
  await ghx.issue.comment.update({ comment_id: "IC_1", body: "", title: "" }) // unknown input
  await ghx.issue.comment.update() // no input
  const result = await ghx.issue.comment.update({ comment_id: "IC_1", body: "" })
  result.data.url // not known to be ok
  if (result.ok) result.data.author.length // may be null
  if (result.ok) result.data.number // not selected
  await execute("issue.comment.update", { body: "" }) // by name, comment_id is missing
}
`,
    )
    const lines = readFileSync(join(project, "consumer.ts"), "utf8").split("\n")
    const problems = typeCheck(project)
    const places = problems.map(({ file, line }) => [file, lines[line - 1]?.split(" // ")[1]])
    expect(places).toEqual([
      ["consumer.ts", "body is missing"],
      ["consumer.ts", "a number is no id"],
      ["consumer.ts", "unknown input"],
      ["consumer.ts", "no input"],
      ["consumer.ts", "not known to be ok"],
      ["consumer.ts", "may be null"],
      ["consumer.ts", "not selected"],
      ["consumer.ts", "by name, comment_id is missing"],
    ])
  })

  rarely("generates a function that the guide's example calls", () => {
    const { stdout, stderr } = runScript(join(project, "calls.ts"), join(project, "tsconfig.json"))
    expect(stderr).toBe("")
    // One line for each comment on the issue: the time of its last edit.
    expect(stdout).toMatch(/^(\d{4}-\d\d-\d\dT[\d:]+Z\n){3}$/)
  })
})

describe("the added capability on the sandbox", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  /** The code that was just generated, which this repository's types do not describe. */
  async function addedCapability(): Promise<{
    list: (input: object) => { orThrow(): Promise<{ items: { id: string; body: string }[] }> }
    update: (input: object) => Promise<unknown>
  }> {
    // As one file, because its thousand modules would be transformed one by one.
    const bundle = bundled(join(project, "generated/index.ts"), join(project, "tsconfig.json"))
    const { createGhx } = await import(/* @vite-ignore */ bundle)
    const { issue } = createGhx({ base_url: sandbox.url, token: sandbox.token })
    return { list: issue.comments.list, update: issue.comment.update }
  }

  const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }

  rarely("updates the comment whose id the list returns, in one request", async () => {
    const { list, update } = await addedCapability()
    const before = (await list(issue).orThrow()).items
    const comment_id = before[1]?.id
    sandbox.clearRequests()
    expect(await update({ comment_id, body: "Edited." })).toMatchObject({
      ok: true,
      data: { id: comment_id, body: "Edited.", author: "octocat" },
      meta: { capability_id: "issue.comment.update", route_used: "graphql" },
    })
    expect(sandbox.requests).toHaveLength(1)
    expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["updateIssueComment"])
    const after = (await list(issue).orThrow()).items
    expect(after.map(({ body }) => body)).toEqual(
      before.map(({ id, body }) => (id === comment_id ? "Edited." : body)),
    )
  })

  it("returns VALIDATION for an unknown input and NOT_FOUND for an unknown comment", async () => {
    const { update } = await addedCapability()
    sandbox.clearRequests()
    expect(await update({ comment_id: "IC_1", text: "Edited." })).toMatchObject({
      ok: false,
      error: { code: "VALIDATION" },
    })
    expect(sandbox.requests).toHaveLength(0)
    expect(await update({ comment_id: "IC_unknown", body: "Edited." })).toMatchObject({
      ok: false,
      error: { code: "NOT_FOUND" },
    })
  })
})
