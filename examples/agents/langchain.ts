/** LangChain: an agent with a few capabilities as tools. */
import type { BaseChatModel } from "@langchain/core/language_models/chat_models"
import { DynamicStructuredTool } from "@langchain/core/tools"
import type { Client } from "ghx"
import { langChainTools } from "ghx/tools"
import { createAgent } from "langchain"

export async function ask(question: string, model: BaseChatModel, client: Client): Promise<string> {
  const fields = await langChainTools(client, { allow: ["issue.list", "issue.close"] })
  const tools = fields.map((one) => new DynamicStructuredTool(one))
  const { messages } = await createAgent({ model, tools }).invoke({ messages: question })
  return messages.at(-1)?.text ?? ""
}
