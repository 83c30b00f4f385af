import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { hash } from "../text/index.js"
import { GH_PATH, type Inputs, NODE_IDS_PATH, REST_PATH, SCHEMA_PATH } from "./inputs.js"

/** Where each pinned description came from. */
export const PIN_PATH = "schema/pin.json"

/** Pinned descriptions that are not what was pinned, each in a sentence that says what to do. */
export function pinProblems(project: string, { schema, rest, gh, nodeIds }: Inputs): string[] {
  const path = join(project, PIN_PATH)
  if (!existsSync(path)) return []
  const pins: unknown = JSON.parse(readFileSync(path, "utf8"))
  const files = [
    { name: "graphql", file: SCHEMA_PATH, text: schema },
    { name: "rest", file: REST_PATH, text: rest },
    { name: "gh", file: GH_PATH, text: gh },
    { name: "node_ids", file: NODE_IDS_PATH, text: nodeIds },
  ]
  return files.flatMap(({ name, file, text }) => {
    const pinned: unknown = Object(Object(pins)[name]).sha256
    if (text === undefined || pinned === undefined || pinned === hash(text)) return []
    return [
      `${file} is not what ${PIN_PATH} says was pinned. Restore both with git, or pin it again.`,
    ]
  })
}
