/** The cost for agents of definitions, descriptions and results, in tokens of o200k. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createClient, explain, fromEnvironment } from "ghx"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { catalog } from "../../generated/catalog.js"
import { registry } from "../../generated/registry.js"
import { briefText, signaturesOf } from "../../runtime/execute/descriptions/index.js"
import { callTool, toolDefinitions } from "../../surfaces/tools/index.js"
import { type } from "../ghx/type.js"
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
  const explained = contracts.map((one) => tokensOf(briefText([one], (id) => catalog[id])))
  const listed = await client.callTool({ name: "explain", arguments: {} })
  const [all] = listed.content
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
      goal: 490,
    },
    { what: "`explain` of an id, median", tokens: median(explained), goal: 20 },
    { what: "`explain` of an id, longest", tokens: Math.max(...explained), goal: 200 },
    {
      what: "`explain` without tasks: all capabilities",
      tokens: tokensOf(all?.type === "text" ? all.text : ""),
      goal: 700,
    },
    ...(await readsExplained(answered)),
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
    {
      what: "`issue.list`, 30 issues, as the result of a tool of an SDK",
      tokens: tokensOf(
        await callTool("issue-list", list.input, { client: createClient(fromEnvironment()) }),
      ),
      goal: 1500,
    },
    { what: "error: unknown field", tokens: await answered("execute", wrong) },
    { what: "error: issue not found", tokens: await answered("execute", missing) },
  ]
  await close()
  return counted
}

/** The tokens of `gh COMMAND --help` for the five reads, with gh 2.23. */
const helpOfGh = 1_539

/** Five everyday reads, explained in each form. The goal is 70 % less than the help of gh. */
async function readsExplained(
  answered: (name: string, args: Record<string, unknown>) => Promise<number>,
): Promise<Counted[]> {
  const tasks = ["repo.view", "issue.view", "issue.list", "pr.view", "pr.list"] as const
  const goal = Math.floor(helpOfGh * 0.3)
  const brief = await Promise.all(tasks.map((id) => explain(id, { brief: true })))
  const data = brief.map((one) => (one.ok ? one.data : one.error))
  const { stdout } = await type(`ghx explain ${tasks.join(" ")}`)
  return [
    {
      what: "repo.view, issue.view, issue.list, pr.view, pr.list: `gh … --help`",
      tokens: helpOfGh,
    },
    { what: "… `ghx explain`", tokens: tokensOf(stdout), goal },
    { what: "… `explain` over MCP", tokens: await answered("explain", { tasks }), goal },
    { what: "… `explain(id, { brief: true })`, as JSON", tokens: tokensOf(data), goal },
  ]
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
