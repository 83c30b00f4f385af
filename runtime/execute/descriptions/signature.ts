import type { Contract } from "../../definition/index.js"
import { typeText } from "../../properties/index.js"

/**
 * Inputs and outputs of capabilities as a TypeScript interface with one method each, for authors of code who have no
 * other information.
 */
export function signaturesOf(contracts: readonly Contract[]): string {
  const methods = contracts.flatMap(({ id, description, input, output }) => [
    `  /** ${description} */`,
    `  ${JSON.stringify(id)}(input: ${typeText(input)}): ${typeText(output)}`,
  ])
  const text = methods.join("\n")
  return [...wordsIn(text), "interface Capabilities {", text, "}"].join("\n")
}

/**
 * The same in the form of `ghx` itself, for scripts of `ghx exec`: a declaration without imports. Each
 * method returns a promise of its data; `fields` selects from it.
 */
export function declarationOf(contracts: readonly Contract[]): string {
  const tree: Tree = new Map()
  for (const contract of contracts) {
    const names = contract.id.split(".")
    const last = names.pop() ?? ""
    let at = tree
    for (const name of names) {
      const found = at.get(name)
      const within: Tree = found instanceof Map ? found : new Map()
      at.set(name, within)
      at = within
    }
    at.set(last, contract)
  }
  const text = `declare const ghx: ${treeText(tree, "")}`
  // Bytes are Base64 in scripts, which only receive JSON.
  const words = wordsIn(text).map((word) => word.replace("Uint8Array", "string"))
  return `${[...words, text].join("\n")}\n`
}

type Tree = Map<string, Tree | Contract>

function treeText(tree: Tree, indent: string): string {
  const within = `${indent}  `
  const members = [...tree].map(([name, one]) =>
    one instanceof Map
      ? `${within}${name}: ${treeText(one, within)}`
      : `${within}/** ${one.description} */\n${within}${name}(input: ${typeText(one.input)}, options?: { fields: string[] }): Promise<${typeText(one.output)}>`,
  )
  return `{\n${members.join("\n")}\n${indent}}`
}

function wordsIn(text: string): string[] {
  const own = Object.entries(ownTypes).filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
  return own.map(([, declaration]) => declaration)
}

/** TypeScript equivalents of the other type names. */
const ownTypes = {
  integer: "type integer = number",
  bytes: "type bytes = Uint8Array",
  // Any text is assignable, but the id of one node type is not assignable to another.
  NodeId: "type NodeId<Type> = string & { readonly of?: Type }",
}
