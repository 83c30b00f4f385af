/** Anthropic's Messages API: a few capabilities as tools of a model. */
import type Anthropic from "@anthropic-ai/sdk"
import type { Client } from "ghx"
import { callTool, toolDefinitions } from "ghx/tools"

export async function ask(question: string, anthropic: Anthropic, client: Client): Promise<string> {
  const tools = await toolDefinitions({ allow: ["issue.list", "issue.close"], format: "anthropic" })
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: question }]
  for (;;) {
    const { content } = await anthropic.messages.create({
      model: "claude-haiku-5-5",
      max_tokens: 1000,
      messages,
      tools,
    })
    const calls = content.filter((block) => block.type === "tool_use")
    if (calls.length === 0) {
      return content.map((block) => (block.type === "text" ? block.text : "")).join("")
    }
    const results: Anthropic.ToolResultBlockParam[] = []
    for (const { id, name, input } of calls) {
      const result = await callTool(name, input, { client })
      const output = JSON.stringify(result.ok ? result.data : result.error)
      results.push({ type: "tool_result", tool_use_id: id, content: output, is_error: !result.ok })
    }
    messages.push({ role: "assistant", content }, { role: "user", content: results })
  }
}
