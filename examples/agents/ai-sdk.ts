/** The AI SDK: a few capabilities as tools of a model. Destructive ones ask for approval first. */
import { generateText, type LanguageModel, stepCountIs } from "ai"
import type { Client } from "ghx"
import { aiTools } from "ghx/tools"

export async function ask(question: string, model: LanguageModel, client: Client): Promise<string> {
  const tools = await aiTools(client, { allow: ["issue.*"] })
  const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(10) })
  return text
}
