import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startSandbox } from "../../sandbox/index.js"
import { copyCards, SHARED } from "../../test/command.js"
import { needsGh } from "../../test/needs.js"
import { PIN } from "../../test/projects.js"
import { rarely } from "../../test/rarely.js"
import { all } from "../../test/some.js"
import { PIN_FILES } from "../read/index.js"

const project = join(import.meta.dirname, "../..")
const pinned = readFileSync(join(project, "schema/github-schema.graphql"), "utf8")
let root: string

beforeEach(() => {
  root = mkdtempSync(join(project, ".cache/pin-"))
  for (const pin of PIN_FILES) cpSync(join(project, pin), join(root, pin))
})
afterEach(() => rmSync(root, { recursive: true }))

async function pin(args: string[], env: Record<string, string> = {}): Promise<string> {
  const command = [join(project, PIN), "--root", root, ...args]
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, command, {
    cwd: project,
    env: { ...process.env, ...env },
  })
  return stdout
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const recorded = () => JSON.parse(readFileSync(join(root, "schema/pin.json"), "utf8")).graphql

describe("make pin", () => {
  it.each([
    ["graphql", "github-schema.graphql"],
    ["rest", "github-rest.json"],
    ["gh", "gh.json"],
  ])("has recorded the checksum of the committed pin %s", (name, file) => {
    const pins = JSON.parse(readFileSync(join(project, "schema/pin.json"), "utf8"))
    expect(sha256(readFileSync(join(project, "schema", file), "utf8"))).toBe(pins[name].sha256)
  })

  it("downloads a schema from its address and records the address, date and checksum", async () => {
    copyCards(root, "user", "shared")
    const server = createServer((_, response) => {
      response.setHeader("last-modified", "Thu, 20 Aug 2026 08:00:00 GMT")
      response.end(pinned)
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/schema.docs.graphql`
      const output = await pin(["--from", address])
      expect(output).toContain("0 problems in the cards")
      expect(output).toMatch(/ of 2026-08-20, \d+ days old/)
      const pins = JSON.parse(readFileSync(join(project, "schema/pin.json"), "utf8"))
      expect(recorded()).toEqual({ ...pins.graphql, origin: address })
    } finally {
      server.close()
    }
  })

  rarely(
    "pins npm's copy and warns that it lacks @possibleTypes and breaks GraphQL's rules",
    async () => {
      copyCards(root, "user", "shared")
      const output = await pin(["--from", "npm"])
      expect(output).toMatch(
        /^npm:@octokit\/graphql-schema \S+( of \d{4}-\d\d-\d\d, \d+ days old)?/,
      )
      expect(output).toContain("It has no @possibleTypes")
      expect(output).toContain("It breaks GraphQL's rules, so other tools may reject it:")
      expect(output).toContain('Field "EnterpriseOwnerInfo.')
      expect(output).toContain("0 problems in the cards")
      expect(recorded().origin).toBe("npm:@octokit/graphql-schema")
    },
  )

  it.each([
    ["2024-02-29", /WARNING: this goes back \d+ days: the pinned one \(file\) is of 2026-08-20/],
    ["2026-08-20", /days old\n(?!WARNING)/],
  ])("says whether a description of %s is older than the pinned one", async (date, said) => {
    const schema = join(root, "old.graphql")
    writeFileSync(schema, "type Query {\n  id: ID!\n}\n")
    await pin(["--from", schema, "--date", "2026-08-20"])
    expect(await pin(["--from", schema, "--date", date, "--dry-run"])).toMatch(said)
  })

  rarely("records the given origin and date of a file", async () => {
    const file = join(root, "next.graphql")
    const next = "type Query {\n  id: ID!\n}\n"
    writeFileSync(join(root, "schema/github-schema.graphql"), "type Query {\n  name: String\n}\n")
    writeFileSync(file, next)
    await pin(["--from", file, "--origin", "https://example.com/schema", "--date", "2026-01-31"])
    expect(recorded()).toMatchObject({
      origin: "https://example.com/schema",
      date: "2026-01-31",
      sha256: sha256(next),
    })
    expect(readFileSync(join(root, "schema/github-schema.graphql"), "utf8")).toBe(next)
    await expect(pin(["--from", file, "--date", "someday"])).rejects.toThrow("YYYY-MM-DD")
  })

  rarely("rejects a file without a schema and an address that cannot be downloaded", async () => {
    copyCards(root, "user", "shared")
    const file = join(root, "page.html")
    writeFileSync(file, "<html>Sign in</html>")
    await expect(pin(["--from", file])).rejects.toThrow("has no GraphQL schema")
    await expect(pin(["--from", "http://127.0.0.1:1/"])).rejects.toThrow("could not be downloaded")
    expect(readFileSync(join(root, "schema/github-schema.graphql"), "utf8")).toBe(pinned)
  })

  it("reports broken cards, deprecated fields, removals and additions in a dry run", async () => {
    cpSync(join(project, "test/small-project"), root, { recursive: true })
    const changed = pinned
      .replace(/^ {2}stateReason\(/gm, "  stateReasonX(")
      .replace(/^ {2}bodyHTML: HTML!$/gm, "  bodyHTML: HTML!\n  brandNew: String")
      .replace(
        /^ {2}createdAt: DateTime!$/gm,
        '  createdAt: DateTime! @deprecated(reason: "Ask a clock.")',
      )
    writeFileSync(join(root, "next.graphql"), changed)
    const output = await pin(["--from", join(root, "next.graphql"), "--dry-run"])
    expect(output).toMatch(/operations\/shapes\/issue_summary\.graphql:2:\d+ error GHX1203/)
    expect(output).toMatch(/GHX1211: The field Issue.createdAt is deprecated. Ask a clock./)
    expect(output).toContain("Issue.stateReason was removed.")
    expect(output).toContain("Issue.brandNew: String")
    expect(readFileSync(join(root, "schema/github-schema.graphql"), "utf8")).toBe(pinned)
  })

  rarely("pins the result of an introspection query", async () => {
    copyCards(root, "user", "shared")
    const sandbox = await startSandbox()
    try {
      const env = { GH_TOKEN: sandbox.token, GHX_BASE_URL: sandbox.url }
      const output = await pin(["--from", "introspection"], env)
      expect(output).toContain("0 problems in the cards")
      expect(output).toContain("0 removals")
      expect(sandbox.requests).toHaveLength(1)
    } finally {
      await sandbox.close()
    }
  })

  // Starts more than a thousand processes, whose output only changes with gh itself.
  if (all)
    it("pins the commands of the installed gh, with all that cards use", async (context) => {
      needsGh(context)
      copyCards(root, ...readdirSync(join(project, "cards")), ...SHARED)
      const output = await pin(["--gh"])
      expect(output).toContain("0 problems in the cards")
      const { commands, types } = JSON.parse(readFileSync(join(root, "schema/gh.json"), "utf8"))
      expect(commands["issue close"]).toMatchObject({
        usage: "{<number> | <url>}",
        flags: { repo: "string", reason: ["completed", "not planned"] },
      })
      expect(commands["issue edit"].flags).toMatchObject({ "add-label": "list", title: "string" })
      expect(commands["pr list"].flags).toMatchObject({ limit: "integer", draft: "boolean" })
      expect(commands["pr view"].json).toContain("headRefOid")
      expect(commands["issue close"]).not.toHaveProperty("json")
      expect(types.pr.properties).toHaveProperty("headRefOid")
      const { version } = JSON.parse(readFileSync(join(root, "schema/pin.json"), "utf8")).gh
      const { gh } = JSON.parse(readFileSync(join(project, "schema/pin.json"), "utf8"))
      // Other versions of gh have other commands; only the pinned version gives the same pin.
      if (version !== gh.version) return
      expect(sha256(readFileSync(join(root, "schema/gh.json"), "utf8"))).toBe(gh.sha256)
    })

  rarely("names the token variables if an introspection lacks a token", async () => {
    const env = { GH_TOKEN: "", GITHUB_TOKEN: "" }
    await expect(pin(["--from", "introspection"], env)).rejects.toThrow("GH_TOKEN or GITHUB_TOKEN")
  })
})
