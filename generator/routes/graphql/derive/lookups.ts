import { diagnostic } from "../../../diagnostics/index.js"
import {
  type Change,
  combineDerived,
  type Derived,
  documentOf,
  NO_CHANGES,
  type RuleContext,
  walk,
} from "../../../expand/index.js"
import { Path } from "../../../jmespath/index.js"
import { aboutShared } from "../../../messages/index.js"
import type { WrittenCard, WrittenGraphqlLookup } from "../../../parse/index.js"
import { pascalCase } from "../../../text/index.js"

/** Derives the document and the operation of a lookup from its name, and its result from the only leaf. */
export function deriveLookupDocument({ graphql }: WrittenCard, context: RuleContext): Derived {
  const lookups = Object.entries(graphql?.lookups ?? {})
  return combineDerived(
    lookups.flatMap(([name, lookup]) => [
      deriveDocument(name, lookup),
      deriveLeaf(name, lookup, context),
    ]),
  )
}

function deriveDocument(name: string, lookup: WrittenGraphqlLookup): Derived {
  const at = ["graphql", "lookups", name]
  const { document, documentPath, operationName } = lookup
  const from = document === undefined ? at : [...at, "document"]
  const path = documentOf(name, lookup)
  const called = (/([^/]+)\.graphql$/.exec(path) ?? [])[1] ?? name
  const changes: Change[] = []
  if (operationName === undefined)
    changes.push({ at: [...at, "operationName"], value: pascalCase(called), from })
  if (documentPath === undefined) changes.push({ at: [...at, "documentPath"], value: path, from })
  if (document !== undefined) changes.push({ at: [...at, "document"], from })
  return { changes }
}

function deriveLeaf(name: string, lookup: WrittenGraphqlLookup, context: RuleContext): Derived {
  if (lookup.result !== undefined) return NO_CHANGES
  const { documents, source } = context
  const at = ["graphql", "lookups", name]
  if (lookup.among !== undefined)
    return {
      changes: [{ at: [...at, "result"], value: Path.derived("@"), from: [...at, "among"] }],
    }
  const path = documentOf(name, lookup)
  const document = documents.sound(path)
  if (document === undefined) {
    // A missing document is reported elsewhere.
    return { changes: [{ at: [...at, "result"], value: Path.derived("@"), from: at }] }
  }
  const { path: leaf, isLeaf } = walk(document, documents.schema())
  if (isLeaf)
    return { changes: [{ at: [...at, "result"], value: Path.derived(leaf.join(".")), from: at }] }
  const problem = diagnostic(aboutShared.noOneResult(path), source.file, source.keySpan(at))
  return { changes: [], problems: [problem] }
}
