/** The examples for SDKs, with scripted models over the SDKs' own HTTP, and an in-memory GitHub. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import Anthropic from "@anthropic-ai/sdk"
import { type AgentOutputItem, Runner, Usage } from "@openai/agents-core"
import { createClient } from "ghx"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import OpenAI from "openai"
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { ask as askAnthropic } from "../../examples/agents/anthropic.js"
import { ask as askOpenAi } from "../../examples/agents/openai.js"
import { ask as askAgents } from "../../examples/agents/openai-agents.js"

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
  const call = (name: string, input: object) => ({
    content: [{ type: "tool_use", id: name, name, input }],
  })
  script = [
    call("issue-list", place),
    call("issue-close", { ...close, state_reason: "WONTFIX" }),
    call("issue-close", close),
    { content: [{ type: "text", text: answer }] },
  ]
  const anthropic = new Anthropic({ apiKey: "x", baseURL })
  expect(await askAnthropic(question, anthropic, client)).toBe(answer)
  expect(closed()).toEqual(["closeIssue"])
  // The model got the error message.
  const reply = JSON.stringify(received.at(2)?.messages?.at(-1))
  expect(reply).toContain('"is_error":true')
  expect(reply).toContain("/state_reason")
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
