import { isObjectType } from "graphql"
import { diagnostic } from "../../../diagnostics/index.js"
import {
  type Change,
  type Derived,
  NO_CHANGES,
  type RuleContext,
  walk,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutList } from "../../../messages/index.js"
import type { WrittenCard } from "../../../parse/index.js"
import { itemsOf } from "./page-items.js"

/** Derives the pages of a list from the connection at the end of the walk down the document. */
export function derivePages(
  { documentPath, pagination }: NonNullable<WrittenCard["graphql"]>,
  { shape, union }: NonNullable<WrittenCard["list"]> = {},
  { documents, source }: RuleContext,
): Derived {
  if (documentPath === undefined) return NO_CHANGES
  const document = documents.sound(documentPath)
  if (document === undefined) return { changes: [], isPartial: true }
  const schema = documents.schema()
  const { path, type } = walk(document, schema)
  const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
  const at = ["graphql", "pagination"]
  if (pagination?.connection === undefined && !fields.includes("pageInfo")) {
    const problem = aboutList.noConnection(path.join("."), documentPath)
    return { changes: [], problems: [diagnostic(problem, source.file, source.keySpan(["list"]))] }
  }
  const connection = pagination?.connection ?? path.join(".")
  const items = union ? "all" : itemsOf(document, connection.split("."), shape, schema)
  const changes: Change[] =
    pagination?.connection === undefined
      ? [{ at: [...at, "connection"], value: connection, from: ["list"] }]
      : []
  if (pagination?.items !== undefined || items === "all") return { changes }
  return {
    changes: [
      ...changes,
      { at: [...at, "items"], value: Path.derived(items.expression), from: ["list"] },
    ],
  }
}
