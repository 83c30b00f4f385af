/** Finds the inputs of a lookup, and makes copies of it that use other inputs. */
import type { RouteType } from "../../runtime/index.js"
import { compose, mapNodes, mapPaths, Path, type PathNode, pathsIn } from "../jmespath/index.js"
import { type Keywords, keywordsIn } from "./keywords.js"
import { lookupKeysOf, type RuleContext } from "./rule.js"
import { inputsRead, memberOf } from "./source.js"

/** The inputs that a library entry uses anywhere, by name. */
export function inputsOfEntry(route: RouteType, entry: Keywords, context: RuleContext): string[] {
  const ofExpressions = Object.entries(entry).flatMap(([key, value]) =>
    pathsIn(value).flatMap((path) => inputsRead(path, OF_INPUT.includes(key))),
  )
  const named = lookupKeysOf(route, context)
    .namesIn(entry, context)
    .filter((name) => name !== entry.as)
  return [...new Set([...named, ...ofExpressions])]
}

/** The entry with its inputs replaced by other inputs. */
export function replaceInputs(
  route: RouteType,
  entry: Keywords,
  others: Keywords,
  context: RuleContext,
): Keywords {
  const names = Object.keys(others)
  if (names.length === 0) return entry
  const { values: key } = lookupKeysOf(route, context)
  const mappedKeys = keywordsIn(entry[key])
  const filled = lookupKeysOf(route, context)
    .namesIn(entry, context)
    .filter((name) => names.includes(name) && mappedKeys[name] === undefined)
  const replaced = Object.fromEntries(
    Object.entries(entry).map(([key, value]) => {
      const isOfInput = OF_INPUT.includes(key)
      return [key, mapPaths(value, (path) => replacedInPath(path, others, isOfInput))]
    }),
  )
  if (filled.length === 0) return replaced
  const mapped = Object.fromEntries(
    filled.map((name) => [name, Path.of(compose.field(String(others[name])))]),
  )
  return { ...replaced, [key]: { ...keywordsIn(replaced[key]), ...mapped } }
}

/** Keys whose expressions start from the input; those of other keys start from an answer. */
const OF_INPUT = ["foreach", "variables", "parameters", "query", "arguments", "flags"]

/** Replaces `$input.NAME`, and NAME alone if the expression starts from the input. */
function replacedInPath(path: Path, others: Keywords, isOfInput: boolean): Path {
  const { root } = path
  if (root === undefined) return path
  const replacing = (name: string) =>
    Object.hasOwn(others, name) ? compose.field(String(others[name])) : undefined
  const replaced = (node: PathNode): PathNode => {
    const name = memberOf("input", node)
    const other = name === undefined ? undefined : replacing(name)
    if (node.type !== "Subexpression" || other === undefined) return mapNodes(node, replaced)
    return { ...node, right: other }
  }
  const whole = isOfInput && root.type === "Field" ? replacing(root.name) : undefined
  const made = whole ?? replaced(root)
  return made === root ? path : Path.of(made, path)
}
