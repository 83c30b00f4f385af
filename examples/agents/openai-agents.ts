/** OpenAI's Agents SDK: one tool for all capabilities, whose ids are in the agent's instructions. */
import { Agent, type Runner, tool } from "@openai/agents-core"
import { type Client, listCapabilities } from "ghx"
import { createExecuteTool } from "ghx/tools"

export async function ask(question: string, runner: Runner, client: Client): Promise<string> {
  const { name, description, inputSchema, execute, needsApproval } = createExecuteTool(client)
  const lines = await listCapabilities("issue")
  const agent = new Agent({
    name: "Triage",
    instructions: `Tasks:\n${lines.map(({ id, description }) => `${id}: ${description}`).join("\n")}`,
    tools: [
      tool({
        name,
        description,
        parameters: { ...inputSchema, additionalProperties: true },
        strict: false,
        needsApproval: async (_, input) => needsApproval(input),
        execute: async (input) => JSON.stringify(await execute(input)),
      }),
    ],
  })
  const result = await runner.run(agent, question)
  // The user approves or rejects each call, and the run continues: `result.state.approve(…)`.
  if (result.interruptions.length > 0) return "Something is to be approved."
  return result.finalOutput ?? ""
}
