/**
 * An agent of the AI SDK whose model is a script, on an in-memory GitHub: it lists the open issues, closes one, and
 * reports it. It needs no API key and no token.
 */
import { MockLanguageModelV3 } from "ai/test"
import { createClient } from "ghx"
import { startSandbox } from "ghx/sandbox"
import { ask } from "./ai-sdk.js"

type Turn = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>

const place = { owner: "octocat", repo: "hello-world" }
const sandbox = await startSandbox()
try {
  const client = createClient({ base_url: sandbox.url, token: sandbox.token })
  const doGenerate = [
    calls("issue-list", place),
    calls("issue-close", { ...place, issue_number: 2, state_reason: "NOT_PLANNED" }),
    says("I closed #2: nobody plans more languages."),
  ]
  const model = new MockLanguageModelV3({ doGenerate })
  console.log(await ask("Which issue can go? Close it.", model, client))
  for (const { mutation } of sandbox.applied) console.log(mutation)
} finally {
  await sandbox.close()
}

function calls(toolName: string, input: object): Turn {
  const call = { toolCallId: toolName, toolName, input: JSON.stringify(input) }
  return turn({ type: "tool-call", ...call }, "tool-calls")
}

function says(text: string): Turn {
  return turn({ type: "text", text }, "stop")
}

function turn(content: Turn["content"][number], unified: Turn["finishReason"]["unified"]): Turn {
  const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined }
  const usage = { inputTokens: none, outputTokens }
  return { content: [content], finishReason: { unified, raw: undefined }, usage, warnings: [] }
}
