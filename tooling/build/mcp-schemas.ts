/**
 * The MCP SDK creates some 180 zod schemas when it is loaded, and exports a list of all of them by name. A tool
 * server uses few of them, and creating the others takes as long as loading the rest of the SDK. So the list is
 * removed, and schemas are marked as pure: the bundler drops those that nothing refers to.
 */
import type { Plugin } from "rolldown"

const SDK = /\/@modelcontextprotocol\/(?:core|server)\/dist\/[^/]+\.mjs$/

/** The two loops that fill the list. */
const LISTING = /^for \(const .+ of .+\) register\(key, .+\);$/gm

let loops = 0

export const withoutUnusedSchemas: Plugin = {
  name: "without-unused-schemas",
  transform(code, id) {
    if (!SDK.test(id)) return undefined
    loops += code.match(LISTING)?.length ?? 0
    const { body } = this.parse(code)
    const initial = body.flatMap((statement) => {
      if (statement.type !== "VariableDeclaration") return []
      const [{ id: name, init } = {}] = statement.declarations
      const isSchema = name?.type === "Identifier" && name.name.endsWith("Schema")
      return isSchema && init?.type === "CallExpression" ? [init] : []
    })
    let marked = ""
    let end = 0
    for (const { start, end: next } of initial) {
      marked += `${code.slice(end, start)}/* @__PURE__ */ (() => ${code.slice(start, next)})()`
      end = next
    }
    return { code: (marked + code.slice(end)).replace(LISTING, "") }
  },
  generateBundle() {
    if (loops !== 2)
      throw new Error(`${import.meta.filename}: the MCP SDK lists its schemas otherwise`)
  },
}
