/** A page for each capability: what explain, the contract, the card's example and its recorded result say. */
import { existsSync, readFileSync } from "node:fs"
import { parse } from "yaml"
import {
  inline,
  inputRows,
  outputRows,
  permissionLines,
  ruleLines,
} from "../../generator/emit/index.js"
import type { AnswerParts } from "../../runtime/definition/index.js"
import { describeAll } from "../../surfaces/explorer/capabilities.js"
import { type Described, inShell, inTypeScript } from "../../surfaces/explorer/page/index.js"

/** The cards in their full form, as `make` writes them. */
const cards: readonly {
  readonly capability_id: string
  readonly examples?: readonly { readonly title: string; readonly input: object }[]
}[] = JSON.parse(readFileSync(".cache/test/expansions.json", "utf8"))

export interface Page {
  /** Below the site's pages, such as `capabilities/issue/view.md`. */
  readonly path: string
  readonly text: string
}

/** Groups of the sidebar: each domain with its capabilities. */
export interface Domain {
  readonly domain: string
  readonly ids: readonly string[]
}

/** A folder for each domain, so that its sidebar lists only its own. */
export const pathOf = (id: string) => `capabilities/${id.replace(".", "/")}`

const EFFECTS = {
  read: "reads",
  write: "writes",
  destroy: "destroys, so `confirm` is asked",
} as const

export async function capabilityPages(): Promise<{ pages: Page[]; domains: Domain[] }> {
  const all = await describeAll()
  const domainOf = ({ contract }: Described) => contract.id.split(".", 1)[0] ?? contract.id
  const domains = [...new Set(all.map(domainOf))].map((domain) => ({
    domain,
    members: all.filter((one) => domainOf(one) === domain),
  }))
  const docs = documentationOfRest()
  return {
    pages: [
      ...all.map((one) => ({
        path: `${pathOf(one.contract.id)}.md`,
        text: capabilityPage(one, docs),
      })),
      { path: "capabilities/index.md", text: indexPage(domains) },
    ],
    domains: domains.map(({ domain, members }) => ({
      domain,
      ids: members.map(({ contract }) => contract.id),
    })),
  }
}

function indexPage(domains: readonly { domain: string; members: readonly Described[] }[]): string {
  const count = domains.reduce((sum, { members }) => sum + members.length, 0)
  return lines(
    "# Capabilities",
    "",
    `${count} capabilities. In a shell, \`ghx explain DOMAIN\` prints the same.`,
    ...domains.flatMap(({ domain, members }) => [
      "",
      `## ${domain}`,
      "",
      "| capability | effect | what it does |",
      "|---|---|---|",
      ...members.map(
        ({ contract: { id, effect, description } }) =>
          `| [\`${id}\`](/${pathOf(id)}.md) | ${effect} | ${inline(description)} |`,
      ),
    ]),
  )
}

function capabilityPage(
  { contract, explanation, types, sends }: Described,
  docs: ReadonlyMap<string, string>,
): string {
  const { id, description, effect, idempotent, version, routes, input, output } = contract
  return lines(
    `# ${id}`,
    "",
    inline(description),
    "",
    `It ${EFFECTS[effect]}${effect === "read" ? "" : idempotent ? ", and repeating it changes nothing" : ", and repeating it would do it again"}. Routes: ${routes.join(", ")}. Cost: ${explanation.cost ?? "see GitHub's REST limits"}. Contract ${version}.`,
    ...permissionLines(explanation),
    ...(explanation.notes === undefined ? [] : ["", inline(explanation.notes)]),
    ...(explanation.deprecated === undefined
      ? []
      : ["", `Deprecated: ${inline(explanation.deprecated)}`]),
    "",
    "## Input",
    "",
    ...table(inputRows(input)),
    ...ruleLines(input),
    "",
    "## Output",
    "",
    ...table(outputRows(output)),
    "",
    ...untrusted(id),
    ...example(id),
    "## Errors",
    "",
    "The call returns an envelope with a [code](/guides/errors.md), a message and what to do; a missing object is `NOT_FOUND`, a missing permission `FORBIDDEN`, an input outside the table above `VALIDATION` before anything is sent.",
    "",
    "## What is sent",
    "",
    ...sends.flatMap(({ route, name, lookup, document }) => [
      `- ${route}: \`${name}\`${lookup ? " (finds an id first)" : ""}${link(docs.get(name))}`,
      ...(document === undefined
        ? []
        : [
            "",
            "  ```graphql",
            ...document
              .trim()
              .split("\n")
              .map((line) => `  ${line}`),
            "  ```",
            "",
          ]),
    ]),
    "",
    "## Types",
    "",
    "```ts",
    types.trim(),
    "```",
  )
}

/** The fields that `untrusted` marks or omits, on any route. */
function untrusted(id: string): string[] {
  const file = `generated/fields/${id}.json`
  if (!existsSync(file)) return []
  const { texts = {} }: AnswerParts = JSON.parse(readFileSync(file, "utf8"))
  const names = Object.values(texts).flatMap(({ at = {} }) =>
    Object.values(at).flatMap(({ attributed = [], unattributed = [] }) => [
      ...attributed,
      ...unattributed,
    ]),
  )
  if (names.length === 0) return []
  const all = [...new Set(names)].map((name) => `\`${name}\``).join(", ")
  return [
    `With [\`untrusted\`](/guides/bounding-an-agent.md), GitHub's ${all} are marked or left out unless their author is known to have write access.`,
    "",
  ]
}

const table = (rows: readonly string[]) =>
  rows.length === 0 ? ["Nothing."] : ["| name | type | notes |", "|---|---|---|", ...rows]

/** The card's first example in each language, with the result that the sandbox gave. */
function example(id: string): string[] {
  const [first] = cards.find(({ capability_id }) => capability_id === id)?.examples ?? []
  if (first === undefined) return []
  const { title, input } = first
  const fence = (language: string, label: string, text: string) => [
    `\`\`\`${language} [${label}]`,
    text,
    "```",
    "",
  ]
  return [
    `## Example: ${inline(title)}`,
    "",
    "::: code-group",
    "",
    ...fence("ts", "TypeScript", inTypeScript(id, input)),
    ...fence("sh", "shell", inShell(id, input)),
    ...fence("json", "MCP", JSON.stringify({ task: id, input }, null, 2)),
    ":::",
    "",
    "Its result on the [in-memory GitHub](/sandbox.md):",
    "",
    "```json",
    JSON.stringify(resultOf(id, title), null, 2),
    "```",
    "",
  ]
}

function resultOf(id: string, title: string): unknown {
  return parse(readFileSync(`test/results/${id}.yaml`, "utf8"))[title]
}

/** `GET /repos/{owner}/{repo}` → its page at GitHub, from the pinned description. */
function documentationOfRest(): ReadonlyMap<string, string> {
  const { paths } = JSON.parse(readFileSync("schema/github-rest.json", "utf8")) as {
    paths: Record<string, Record<string, { docs?: string }>>
  }
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { docs }]) =>
        docs === undefined ? [] : [[`${method.toUpperCase()} ${path}`, docs] as const],
      ),
    ),
  )
}

const link = (url: string | undefined) => (url === undefined ? "" : `, [GitHub's page](${url})`)

const lines = (...all: readonly string[]) => `${all.join("\n")}\n`
