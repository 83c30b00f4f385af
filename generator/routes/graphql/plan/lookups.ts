import { isObjectType, Kind } from "graphql"
import { aboutShared } from "../../../messages/index.js"
import type { DocumentSource, LookupSection } from "../../../parse/index.js"
import { build, type Expression, type Value } from "../../../path/index.js"
import {
  type AmongPlan,
  checkAmong,
  type LookupPlan,
  type Mapping,
  mapPlan,
  type Operations,
  type PlannedLookups,
  planEach,
  planLookup,
  searchKeysOf,
  subjectOf,
} from "../../../plan/index.js"
import {
  ABSENT,
  argumentAt,
  fieldsAt,
  NULL,
  type Paging,
  type Shape,
  STRING,
  unionOf,
} from "../../../shape/index.js"
import { planVariables } from "./variables.js"

/** Plans the lookups of a GraphQL route: each is an operation. */
export function planGraphqlLookups(
  mapping: Mapping,
  sections: Readonly<Record<string, LookupSection>> | undefined,
  input: Shape,
  operations: Operations,
): PlannedLookups<LookupPlan> {
  return planEach(sections, (key, section) => {
    const path = ["graphql", "lookups", key]
    const { among } = section
    const isAmong = checkAmong(mapping, section, path)
    if (!isAmong.ok) return isAmong
    const { document, operation } = operations.of(section, pagingOfLookup(section))
    const connection =
      among === undefined ? undefined : nodesOfPage(among.text, document, operations)
    if (connection !== undefined) {
      const span = mapping.source.valueSpan([...path, "among"])
      return mapping.refuse(aboutShared.amongNodes(connection), span)
    }
    const argument = (name: string) =>
      argumentAt(document, among?.text ?? "", name, operations.schema)
    const cursor = argument("after")
    const lookup = planLookup({
      mapping,
      section,
      path,
      input,
      answer: { expression: build.reference("data"), shape: operation.data },
      readsItem: isAmong.plan,
      isOptional: section.optional ?? false,
      planRequest: ({ scope, each, onNullish }) =>
        planVariables({
          mapping,
          operation,
          section: section.variables ?? {},
          path: section.variables === undefined ? path : [...path, "variables"],
          scope,
          provided: [
            ...(each ? [{ name: each.key, value: each.item, path: [...path, "foreach"] }] : []),
            ...(cursor?.kind === Kind.VARIABLE
              ? [{ name: cursor.name.value, value: AFTER, path: [...path, "among"] }]
              : []),
          ],
          onNullish,
        }),
      isAmong: isAmong.plan,
    })
    return mapPlan(lookup, ({ request: variables, shape, foreach, pageInfo, ...others }) => ({
      key,
      operation,
      subject: isAmong.plan ? wordsOf(key) : subjectOf(section.result.text),
      ...(section.optional && { isOptional: true as const }),
      shape,
      ...(foreach && { foreach }),
      variables,
      ...(isAmong.plan && { among: amongOf(section, pageInfo, argument("first")) }),
      ...others,
    }))
  })
}

/** The cursor of the requested page; the first has none. */
const AFTER: Value = {
  expression: build.reference("after"),
  shape: unionOf(STRING, NULL, ABSENT),
}

/** GitHub's largest page, for as few requests as possible. */
const PAGE = 100
/** Longer lists are not searched by name. */
const MOST_ITEMS = 1000

function pagingOfLookup({ among }: LookupSection): Paging | undefined {
  return among === undefined ? undefined : { connection: among.text, size: PAGE }
}

function amongOf(
  section: LookupSection,
  info: Expression | undefined,
  size: ReturnType<typeof argumentAt>,
): AmongPlan {
  const by = searchKeysOf(section)
  if (info === undefined) return { by }
  const most = Math.ceil(MOST_ITEMS / (size?.kind === Kind.INT ? Number(size.value) : PAGE))
  return { by, pages: { info, most } }
}

/** The path to the nodes of the connection in `among`, and the path to the nodes of one page. */
function nodesOfPage(
  among: string,
  document: DocumentSource,
  { schema }: Operations,
): string | undefined {
  const [, connection] = /^([\w.]+)\.(?:nodes|edges)\b/.exec(among) ?? []
  const type = connection && fieldsAt(document, connection.split("."), schema)?.type
  return isObjectType(type) && type.getFields().pageInfo !== undefined ? connection : undefined
}

/** `discussion_category_id` finds a `discussion category`. */
function wordsOf(key: string): string {
  return key.replace(/_ids?$/, "").replaceAll("_", " ")
}
