/** The AI SDK: a few capabilities as tools of a model. Destructive ones ask for approval first. */
import { generateText, jsonSchema, type LanguageModel, stepCountIs, tool } from "ai"
import type { Client } from "ghx"
import { callTool, needsApproval, toolDefinitions } from "ghx/tools"

export async function ask(question: string, model: LanguageModel, client: Client): Promise<string> {
  const definitions = await toolDefinitions({
    allow: ["issue.list", "issue.view", "issue.close", "issue.delete"],
    format: "ai-sdk",
  })
  const tools = Object.fromEntries(
    definitions.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        needsApproval: (input) => needsApproval(name, input),
        inputSchema: jsonSchema(inputSchema),
        async execute(input, { abortSignal }) {
          const signal = abortSignal && { signal: abortSignal }
          const result = await callTool(name, input, { client, ...signal })
          return result.ok ? result.data : result.error
        },
      }),
    ]),
  )
  const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(10) })
  return text
}
