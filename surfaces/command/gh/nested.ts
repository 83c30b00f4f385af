/** Fields of `--json` that name members: `author.login`, `comments.body`. */
import type { Contract } from "../../../runtime/index.js"
import { didYouMean, nearestOf, suggestionsFor } from "../../../runtime/suggestions/index.js"
import { UsageError } from "../output/index.js"
import { sampleOf, samplesOf } from "./members.js"
import type { Asked, Planned } from "./options.js"
import { sourcesOf } from "./table/index.js"

export function withMembers(
  { pick, perItem, ...asked }: Asked,
  names: readonly string[],
  chosen: readonly Planned[],
): Asked {
  const wanted = wantedIn(names)
  const steps = [...perItem.map(({ step }) => step), ...chosen]
  refuseUnknown(sampleOf(steps, { ...asked, perItem, pick }), wanted)
  const ofLists = (step: Planned) => fieldsOfLists(step, wanted)
  return {
    ...asked,
    ofLists,
    perItem: perItem.map((one) => {
      const fields = ofLists(one.step) ?? one.fields
      return { ...one, ...(fields && { fields }) }
    }),
    pick: (item) => Object(membersOnly(pick(item), wanted)),
  }
}

/** Picks the named members of a result, or of an item if it is a list. */
export function membersIn(
  { output, list }: Contract,
  names: readonly string[],
): (item: unknown) => unknown {
  const wanted = wantedIn(names)
  const all = samplesOf(output)
  refuseUnknown(list ? all.map((one) => Object(one).items) : all, wanted)
  return (item) => membersOnly(item, wanted)
}

/** The wanted members of a value; empty for all of it. */
type Wanted = ReadonlyMap<string, Wanted>

/** The fields in their order, each with its wanted members. */
function wantedIn(names: readonly string[]): Wanted {
  const all = new Map<string, Map<string, never>>()
  const add = (into: Map<string, Wanted>, [first = "", ...rest]: readonly string[]) => {
    const known = into.get(first)
    if (rest.length === 0 || known?.size === 0) into.set(first, new Map())
    else into.set(first, add(new Map(known), rest))
    return into
  }
  for (const name of names) add(all, name.split("."))
  return all
}

function membersOnly(value: unknown, wanted: Wanted): unknown {
  if (wanted.size === 0 || typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((one) => membersOnly(one, wanted))
  const own = Object(value)
  const members = [...wanted].map(([name, inner]) => [name, membersOnly(own[name] ?? null, inner)])
  return Object.fromEntries(members)
}

/** @throws UsageError for a member that no value of the sample has */
function refuseUnknown(sample: unknown, wanted: Wanted, path = ""): void {
  for (const [name, inner] of wanted) {
    const all = [sample].flat(2).filter((one) => typeof one === "object" && one !== null)
    const known = new Set(all.flatMap((one) => Object.keys(Object(one))))
    if (path !== "" && known.size > 0 && !known.has(name)) {
      const near = suggestionsFor(name, [...known]).slice(0, 1)
      const hint = near.length > 0 ? `, ${didYouMean(near)}` : ""
      const problem = `${path} has no ${name} here${hint}`
      throw new UsageError(problem, `Available: ${nearestOf(name, [...known], ",")}`)
    }
    const isPlain = [sample].flat(2).some((one) => one !== null && typeof one !== "object")
    if (path !== "" && all.length === 0 && isPlain) {
      throw new UsageError(`${path} has no members`, `Use ${path}`)
    }
    const values = all.flatMap((one) => Object(one)[name] ?? [])
    refuseUnknown(values, inner, path === "" ? name : `${path}.${name}`)
  }
}

/** The fields of a list's items that gh's fields, or their wanted members, come from; undefined for all. */
export function fieldsOfLists(
  { lists = {}, contract }: Planned,
  wanted: ReadonlyMap<string, Pick<Wanted, "size" | "keys">>,
): readonly string[] | undefined {
  const item = contract.output.properties?.items?.items
  const known = [item, ...(item?.oneOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {}))
  const fields = new Set<string>()
  for (const [name, inner] of wanted) {
    const list = lists[name]
    if (!list) continue
    if (list.of || list.isOne) return undefined
    for (const member of inner.size > 0 ? inner.keys() : Object.keys(list.members))
      for (const one of sourcesOf(list.members[member] ?? member))
        if (known.includes(one)) fields.add(one)
  }
  return fields.size > 0 ? [...fields] : undefined
}
