import type { Contract } from "../definition/index.js"
import { typeText } from "./type-text.js"

/**
 * What capabilities take and give, as one TypeScript interface with a method for each: for who writes
 * code that calls them and knows no more of them.
 */
export function signaturesOf(contracts: readonly Contract[]): string {
  const methods = contracts.flatMap(({ id, description, input, output }) => [
    `  /** ${description} */`,
    `  ${JSON.stringify(id)}(input: ${typeText(input)}): ${typeText(output)}`,
  ])
  const text = methods.join("\n")
  const own = Object.entries(ownTypes).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  const types = own.map(([, declaration]) => declaration)
  return [...types, "interface Capabilities {", text, "}"].join("\n")
}

/** What the words of types that TypeScript does not have mean in it. */
const ownTypes = {
  integer: "type integer = number",
  bytes: "type bytes = Uint8Array",
  // Any text is one; that of one type of node is none of another.
  NodeId: "type NodeId<Type> = string & { readonly of?: Type }",
}
