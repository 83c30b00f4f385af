import { registry } from "../../generated/registry.js"
import { adoptRegistry } from "../../runtime/extend-registry.js"
import type { Registry } from "../../runtime/index.js"

/**
 * Adds your project's capabilities to those of `toolDefinitions` and `callTool`.
 *
 * @param own - the registry that `npx ghx gen` generated: `own` of `src/ghx/registry.ts`
 *
 * @example
 * addCapabilities(own) // `own` of src/ghx/registry.ts
 * const tools = await toolDefinitions({ allow: ["issue.mine"], format: "openai" })
 */
export function addCapabilities(own: Registry): void {
  if (typeof Object(own).within !== "function") {
    throw new TypeError("addCapabilities takes the export `own` of src/ghx/registry.ts")
  }
  adoptRegistry(registry, own, async () => ({}))
}
