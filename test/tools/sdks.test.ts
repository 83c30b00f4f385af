/** The examples for SDKs, with scripted models over the SDKs' own HTTP, and an in-memory GitHub. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import Anthropic from "@anthropic-ai/sdk"
import { AIMessage } from "@langchain/core/messages"
import { fakeModel } from "@langchain/core/testing"
import { type AgentOutputItem, Runner, Usage } from "@openai/agents-core"
import { asSchema } from "ai"
import { createClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { aiTools, anthropicTools, langChainTools, openAiTools } from "ghx/tools"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ask as askAnthropic } from "../../examples/agents/anthropic.js"
import { ask as askLangChain } from "../../examples/agents/langchain.js"
import { ask as askOpenAi } from "../../examples/agents/openai.js"
import { ask as askAgents } from "../../examples/agents/openai-agents.js"
import { ask as askOpenAiChat } from "../../examples/agents/openai-chat.js"

const place = { owner: "octocat", repo: "hello-world" }
const close = { ...place, issue_number: 2, state_reason: "NOT_PLANNED" }
const [question, answer] = ["Which issue can go? Close it.", "I closed #2."]

let github: Sandbox
let client: ReturnType<typeof createClient>
let provider: Server
/** The next scripted turns of the provider, and the requests it received. */
let script: object[]
let received: { input?: unknown[]; messages?: unknown[] }[]
let baseURL: string

beforeAll(async () => {
  github = await startSandbox()
  client = createClient({ base_url: github.url, token: github.token })
  provider = createServer(async (request, response) => {
    received.push((await json(request)) as (typeof received)[number])
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(script.shift()))
  })
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
  baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
beforeEach(() => {
  github.reset()
  received = []
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await github.close()
})

const closed = () => github.applied.map(({ mutation }) => mutation)

test("the AI SDK example closes an issue", async () => {
  const lines: unknown[] = []
  const log = vi.spyOn(console, "log").mockImplementation((line) => lines.push(line))
  await import("../../examples/agents/scripted.js")
  log.mockRestore()
  expect(lines).toEqual(["I closed #2: nobody plans more languages.", "closeIssue"])
})

test("the OpenAI example closes an issue with tools in strict mode", async () => {
  const call = (name: string, args: object) => ({
    output: [{ type: "function_call", call_id: name, name, arguments: JSON.stringify(args) }],
  })
  const message = { type: "message", content: [{ type: "output_text", text: answer }] }
  const nothing = { states: null, labels: null, author: null, assignee: { value: null } }
  script = [
    call("issue-list", { ...place, ...nothing }),
    call("issue-close", { ...close, duplicate_of: null }),
    { output: [message], output_text: answer },
  ]
  expect(await askOpenAi(question, new OpenAI({ apiKey: "x", baseURL }), client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  const reply = JSON.stringify(received.at(-1)?.input?.at(-1))
  expect(reply).toContain('\\"state_reason\\":\\"NOT_PLANNED\\"')
})

test("the Anthropic example closes an issue after an error for an invalid call", async () => {
  const usage = { input_tokens: 1, output_tokens: 1 }
  const turn = (stop_reason: string, block: object) => {
    return { type: "message", role: "assistant", stop_reason, usage, content: [block] }
  }
  const call = (name: string, input: object) =>
    turn("tool_use", { type: "tool_use", id: name, name, input })
  script = [
    call("issue-list", place),
    call("issue-close", { ...close, state_reason: "WONTFIX" }),
    call("issue-close", close),
    turn("end_turn", { type: "text", text: answer }),
  ]
  const anthropic = new Anthropic({ apiKey: "x", baseURL })
  expect(await askAnthropic(question, anthropic, client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  const replies = received.slice(1).map(({ messages }) => JSON.stringify(messages?.at(-1)))
  expect(replies[0]).not.toContain('"is_error":true')
  // The model got the error message.
  expect(replies[1]).toContain('"is_error":true')
  expect(replies[1]).toContain("/state_reason")
})

test("the example with OpenAI's chat completions closes an issue", async () => {
  const turn = (message: object) => ({
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message } }],
  })
  const call = (name: string, args: object) => {
    const called = { name, arguments: JSON.stringify(args) }
    return turn({ tool_calls: [{ id: name, type: "function", function: called }] })
  }
  script = [call("issue-list", place), call("issue-close", close), turn({ content: answer })]
  expect(await askOpenAiChat(question, new OpenAI({ apiKey: "x", baseURL }), client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  expect(JSON.stringify(received.at(-1)?.messages?.at(-1))).toContain("NOT_PLANNED")
})

test("the LangChain example closes an issue", async () => {
  const model = fakeModel()
    .respondWithTools([{ name: "issue-list", args: { ...place, fields: ["number"] } }])
    .respondWithTools([{ name: "issue-close", args: close }])
    .respond(new AIMessage(answer))
  expect(await askLangChain(question, model, client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  const [, second, third] = model.calls.map(({ messages }) => messages.at(-1)?.text)
  expect(second).toContain('{"number":')
  expect(second).not.toContain("title")
  expect(third).toContain("NOT_PLANNED")
})

test("the tools of each SDK are those that the client's guards allow", async () => {
  const reader = createClient({ token: "x", read_only: true })
  const allow = ["issue.view", "issue.close"] as const
  const names = [
    Object.keys(await aiTools(reader, { allow })),
    (await openAiTools(reader, { allow })).map((one) => one.function.name),
    (await anthropicTools(reader, { allow })).map(({ name }) => name),
    (await langChainTools(reader, { allow })).map(({ name }) => name),
  ]
  for (const own of names) expect(own).toEqual(["issue-view"])
  await expect(aiTools(reader, { allow: ["issue.close"] })).rejects.toThrow("leave none")
  await expect(aiTools(reader, { allow: ["isue.*"] as never })).rejects.toThrow("isue.*")
  await expect(aiTools({} as never)).rejects.toThrow("client")
})

test("tools of a client with `repos` name its repositories, and leave out what names none", async () => {
  const bound = createClient({
    token: "x",
    repos: ["octocat/docs", "me/*"],
    allow: ["*", "org.view"],
  })
  const allow = ["issue.view", "issue.search", "issue.comment.view", "org.view", "user.me"] as const
  const tools = await anthropicTools(bound, { allow })
  const names = ["issue-comment-view", "issue-search", "issue-view", "org-view"]
  expect(tools.map(({ name }) => name)).toEqual(names)
  const repo = { description: "Allowed, as owner/repo: octocat/docs, me/*." }
  expect(tools[2]?.input_schema).toMatchObject({ properties: { repo } })
  const one = createClient({ token: "x", repos: ["octocat/docs"] })
  const [view] = await anthropicTools(one, { allow: ["issue.view"] })
  expect(view?.input_schema).toMatchObject({
    properties: { owner: { enum: ["octocat"] }, repo: { enum: ["docs"] } },
  })
  await expect(openAiTools(bound, { allow: ["user.me"] })).rejects.toThrow("leave none")
})

test("a tool of the AI SDK takes what models write, and asks before it destroys", async () => {
  const tools = await aiTools(client, { allow: ["issue.view", "issue.delete"] })
  const view = tools["issue-view"]
  const { jsonSchema, validate } = asSchema(view?.inputSchema)
  expect(await jsonSchema).toMatchObject({ required: ["owner", "repo", "issue_number"] })
  const input = { ...place, issue_number: "1", fields: ["title"] }
  expect(await validate?.(input)).toEqual({ success: true, value: input })
  const title = "Found a bug"
  expect(await view?.execute(input, {})).toEqual({ ok: true, data: { title } })
  expect(await view?.needsApproval(input)).toBe(false)
  expect(await tools["issue-delete"]?.needsApproval({ ...place, issue_number: 1 })).toBe(true)
  const asking = createClient({ token: "x", confirm: () => false })
  const asked = (await aiTools(asking, { allow: ["issue.delete"] }))["issue-delete"]
  expect(await asked?.needsApproval({ ...place, issue_number: 1 })).toBe(false)
  await expect(view?.execute(input, { abortSignal: AbortSignal.abort() })).rejects.toThrow()
})

test("the OpenAI Agents example closes an issue and stops at a call that needs approval", async () => {
  const call = (task: string, input: object): AgentOutputItem => ({
    type: "function_call",
    callId: task,
    name: "execute",
    arguments: JSON.stringify({ task, input }),
  })
  const last: AgentOutputItem = {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: answer }],
  }
  const runnerOf = (...says: AgentOutputItem[]) => {
    const model = {
      getResponse: async () => ({ usage: new Usage(), output: says.splice(0, 1) }),
      getStreamedResponse() {
        throw new Error("not streamed")
      },
    }
    return new Runner({ modelProvider: { getModel: () => model }, tracingDisabled: true })
  }
  const runner = runnerOf(call("issue.list", place), call("issue.close", close), last)
  expect(await askAgents(question, runner, client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  const gone = call("issue.delete", { ...place, issue_number: 5 })
  expect(await askAgents(question, runnerOf(gone, last), client)).toMatch(/approved/)
  expect(closed()).toEqual(["closeIssue"])
})
