import { environmentRepository, fromEnvironment } from "ghx"
import { triage } from "./agent.js"

// A model of the AI Gateway, which AI_GATEWAY_API_KEY opens; or one of another provider of the AI SDK.
const model = process.env.MODEL ?? "anthropic/claude-haiku-4.5"
console.log(await triage(model, fromEnvironment(), environmentRepository()))
