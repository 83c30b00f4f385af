/** OpenAI's Responses API in strict mode: omitted inputs are null, and `callTool` removes them. A loop without a runner of the SDK. */
import type { Client } from "ghx"
import { callTool, toolDefinitions } from "ghx/tools"
import type OpenAI from "openai"

export async function ask(question: string, openai: OpenAI, client: Client): Promise<string> {
  const format = "openai-strict"
  const tools = await toolDefinitions({ allow: ["issue.list", "issue.close"], format })
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: question }]
  for (;;) {
    const { output, output_text } = await openai.responses.create({ model: "gpt-5", input, tools })
    const calls = output.filter((item) => item.type === "function_call")
    if (calls.length === 0) return output_text
    input.push(...output)
    for (const { name, arguments: args, call_id } of calls) {
      const result = await callTool(name, args, { client, format })
      input.push({ type: "function_call_output", call_id, output: JSON.stringify(result) })
    }
  }
}
