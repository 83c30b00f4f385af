/** Capabilities as tools for models: definitions for their SDKs as plain data, and their execution. */
export { addCapabilities } from "./add-capabilities.js"
export {
  type ApprovalOptions,
  type CallToolOptions,
  callTool,
  createExecuteTool,
  type ExecuteTool,
  needsApproval,
} from "./call-tool.js"
export {
  type AiSdkTool,
  type AnthropicTool,
  type McpTool,
  type ObjectSchema,
  type OpenAiTool,
  selectCapabilities,
  type ToolFormats,
  type ToolSelection,
  toolDefinitions,
} from "./definitions.js"
export { capabilityId, toolName } from "./names.js"
export type { ToolResult } from "./results/index.js"
export { aiTools, anthropicTools, langChainTools, openAiTools } from "./sdks.js"
