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
  const types = own.map(([name, meaning]) => `type ${name} = ${meaning}`)
  return [...types, "interface Capabilities {", text, "}"].join("\n")
}

/** What the words of types that TypeScript does not have mean in it. */
const ownTypes = { integer: "number", bytes: "Uint8Array" }
