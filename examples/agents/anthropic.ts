/** Anthropic's SDK: its tool runner calls a few capabilities until the model answers. */
import type Anthropic from "@anthropic-ai/sdk"
import type { Client } from "ghx"
import { anthropicTools } from "ghx/tools"

export async function ask(question: string, anthropic: Anthropic, client: Client): Promise<string> {
  const { content } = await anthropic.beta.messages.toolRunner({
    model: "claude-haiku-5-5",
    max_tokens: 1000,
    messages: [{ role: "user", content: question }],
    tools: await anthropicTools(client, { allow: ["issue.list", "issue.close"] }),
  })
  return content.map((block) => (block.type === "text" ? block.text : "")).join("")
}
