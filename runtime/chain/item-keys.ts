import type { JsonSchema } from "../definition/index.js"
import { type Failure, permanent } from "../errors/index.js"
import type { Definition } from "../routes/index.js"

/** Where an item is, for members that are unique only there. */
const places = ["owner", "repo", "line", "start_line"]

/** What identifies an item is the first that it has. Most shas change, so the name of a branch comes before. */
const identifying = [
  ..."id number check_run_id run_id job_id asset_id status_id delivery_id hook_id".split(" "),
  ..."artifact_id cache_id version_id environment_id autolink_id ghsa_id".split(" "),
  ..."path tag_name slug login name sha url".split(" "),
]

const message = "nothing identifies the items for `key`"
const fix =
  "Select `id` or `number` in `fields`, or make one call for each item, with a key from the item"

/** What is wrong with a key for items of this type. */
export function itemKeyProblem(items: JsonSchema): string | undefined {
  const { anyOf, oneOf = anyOf, type, properties } = items
  if (oneOf) return oneOf.some((one) => !itemKeyProblem(one)) ? undefined : `${message}. ${fix}`
  const isKnown = properties
    ? identifying.some((name) => Object.hasOwn(properties, name))
    : [type].flat().some((one) => !/^(?:array|boolean|null)$/.test(`${one}`))
  return isKnown ? undefined : `${message}. ${fix}`
}

/** The keys of the writes of all items: each also has what identifies its item. */
export function itemKeys({ id, key }: Definition, items: readonly unknown[]): string[] | Failure {
  const refused = (text: string) =>
    permanent("VALIDATION", "not_sent", `each of ${id}: ${text}`, { fix })
  const seen = new Map<string, string>()
  const keys: string[] = []
  for (const item of items) {
    const identity = identityOf(item)
    if (identity === undefined) return refused(message)
    const text = JSON.stringify(item)
    // A list may have the same item twice. Different items must not share a key.
    if ((seen.get(identity) ?? text) !== text)
      return refused(`${message}: several have \`${identity}\``)
    seen.set(identity, text)
    keys.push(`${key}:${identity}`)
  }
  return keys
}

function identityOf(item: unknown): string | undefined {
  if (typeof item === "string" || typeof item === "number") return `${item}`
  const members = Object(item)
  const name = identifying.find((one) => isText(members[one]))
  if (name === undefined) return undefined
  if (name === "id" || name === "number") return `${members[name]}`
  return [...places, name]
    .map((one) => members[one])
    .filter(isText)
    .join(":")
}

const isText = (value: unknown) => typeof value === "string" || typeof value === "number"
