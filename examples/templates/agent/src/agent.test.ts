import { MockLanguageModelV3 } from "ai/test"
import { startSandbox } from "ghx/sandbox"
import { expect, test } from "vitest"
import { triage } from "./agent.js"

type Turn = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>

const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
const outputTokens = { total: undefined, text: undefined, reasoning: undefined }
const turn = (content: Turn["content"][number], unified: "stop" | "tool-calls"): Turn => ({
  content: [content],
  finishReason: { unified, raw: undefined },
  usage: { inputTokens: none, outputTokens },
  warnings: [],
})
const calls = (toolName: string, input: object) =>
  turn(
    { type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) },
    "tool-calls",
  )

test("labels what the model chooses, and nothing in other repositories", async () => {
  const sandbox = await startSandbox()
  const repo = { owner: "octocat", repo: "hello-world" }
  const model = new MockLanguageModelV3({
    doGenerate: [
      calls("issue-list", repo),
      calls("issue-labels-add", { ...repo, issue_number: 2, labels: ["bug"] }),
      calls("issue-labels-add", { ...repo, repo: "other", issue_number: 1, labels: ["bug"] }),
      turn({ type: "text", text: "Labelled one." }, "stop"),
    ],
  })
  const server = { base_url: sandbox.url, token: sandbox.token }
  expect(await triage(model, server, repo)).toBe("Labelled one.")
  expect(sandbox.applied.map(({ mutation }) => mutation)).toEqual(["addLabelsToLabelable"])
  await sandbox.close()
})
