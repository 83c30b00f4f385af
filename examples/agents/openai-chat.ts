/** OpenAI's SDK: its runner of chat completions calls a few capabilities until the model answers. */
import type { Client } from "ghx"
import { openAiTools } from "ghx/tools"
import type OpenAI from "openai"

export async function ask(question: string, openai: OpenAI, client: Client): Promise<string> {
  const runner = openai.chat.completions.runTools({
    model: "gpt-5",
    messages: [{ role: "user", content: question }],
    tools: await openAiTools(client, { allow: ["issue.list", "issue.close"] }),
  })
  return (await runner.finalContent()) ?? ""
}
