/** The cost for agents of definitions, descriptions and results, in tokens of o200k. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { catalog } from "../../generated/catalog.js"
import { registry } from "../../generated/registry.js"
import { signaturesOf, summaryOf } from "../../runtime/properties/index.js"
import { toolDefinitions } from "../../surfaces/tools/index.js"
import { ROOT } from "../projects.js"
import { connect } from "./connect.js"

export interface Counted {
  readonly what: string
  readonly tokens: number
  readonly goal?: number
}

const ids = Object.keys(catalog)
const place = { owner: "octocat", repo: "hello-world" }
const list = { task: "issue.list", input: { owner: "octocat", repo: "big" } }

/** Counts on the sandbox that the environment names. */
export async function count(): Promise<Counted[]> {
  const { client, close } = await connect(["--program"], "2026-07-28")
  const { tools: listedTools } = await client.listTools()
  const plain = await connect([], "2026-07-28")
  const { tools: defaultTools } = await plain.client.listTools()
  await plain.close()
  const isProgram = ({ name }: { readonly name: string }) => name === "program"
  const tools = listedTools.filter((tool) => !isProgram(tool))
  const answered = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args })
    const [first] = content
    return tokensOf(first?.type === "text" ? first.text : "")
  }
  const contracts = await Promise.all(ids.map((id) => registry.source(id).contract()))
  const explained = contracts.map((one) => tokensOf(summaryOf(one, catalog[one.id])))
  const listed = await client.callTool({ name: "explain", arguments: {} })
  const [all] = listed.content
  const lines = all?.type === "text" ? all.text.split("\n") : []
  const types = contracts.map((one) => tokensOf(signaturesOf([one])))
  const functions = await toolDefinitions({ format: "openai" })
  const wrong = { task: "issue.view", input: { ...place, number: 1 } }
  const missing = { task: "issue.view", input: { ...place, issue_number: 404 } }
  const counted: Counted[] = [
    { what: "definition of the MCP tool", tokens: tokensOf(defaultTools), goal: 260 },
    {
      what: "definitions of the three tools for tasks (`--tasks`)",
      tokens: tokensOf(tools),
      goal: 900,
    },
    {
      what: "definition of `program` (`--program`)",
      tokens: tokensOf(listedTools.find(isProgram)),
    },
    {
      what: `${ids.length} function tools, one per capability`,
      tokens: tokensOf(functions),
    },
    {
      what: "skill (`skills/ghx/SKILL.md`)",
      tokens: tokensOf(readFileSync(join(ROOT, "skills/ghx/SKILL.md"), "utf8")),
      goal: 600,
    },
    {
      what: "signatures of the most used capabilities (`ghx explain`)",
      tokens: tokensOf(readFileSync(join(ROOT, "skills/ghx/calls.md"), "utf8")),
      goal: 1200,
    },
    { what: "`explain`, median", tokens: median(explained), goal: 120 },
    { what: "`explain`, longest", tokens: Math.max(...explained), goal: 200 },
    { what: "`explain` without tasks: all capabilities", tokens: tokensOf(lines.join("\n")) },
    {
      what: "… one line, average",
      tokens: Math.round(sum(lines.map(tokensOf)) / lines.length),
      goal: 40,
    },
    { what: "… one line, longest", tokens: Math.max(...lines.map(tokensOf)), goal: 40 },
    { what: "`ghx capabilities types` of one capability, median", tokens: median(types) },
    { what: "`issue.list`, 30 issues", tokens: await answered("execute", list), goal: 1500 },
    {
      what: "the same with `fields`: number and title",
      tokens: await answered("execute", { ...list, fields: ["number", "title"] }),
    },
    {
      what: "the same with all fields",
      tokens: await answered("execute", { ...list, jq: "." }),
    },
    { what: "error: unknown field", tokens: await answered("execute", wrong) },
    { what: "error: issue not found", tokens: await answered("execute", missing) },
  ]
  await close()
  return counted
}

/** In the format of the page. */
export function tableOf(counted: readonly Counted[]): string {
  const rows = counted.map(({ what, tokens }) => `| ${what} | ${number(tokens)} |`)
  return ["| | tokens |", "|---|---|", ...rows].join("\n")
}

function number(value: number): string {
  return value.toLocaleString("en-US")
}

function tokensOf(value: unknown): number {
  return encode(typeof value === "string" ? value : JSON.stringify(value)).length
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0)
}
