/** Finds the free text of an answer that can be marked as untrusted, and the fields that are composed of free text. */
import type { AnswerTexts, TextNames } from "../../runtime/definition/index.js"
import type { RouteType } from "../../runtime/index.js"
import { ROUTES } from "../parse/index.js"
import type { CapabilityPlan, FreeTextField, OverRoute } from "./capability-plan.js"
import { below, type Dependencies } from "./dependencies.js"
import type { Reads, ReadsOf } from "./reads.js"

/** Undefined if a capability returns no free text. */
export function planTexts(
  plan: Omit<CapabilityPlan, "prunable" | "texts" | "written">,
  readsOf: ReadsOf,
): Pick<CapabilityPlan, "texts" | "written"> {
  const over = (route: RouteType) => {
    const { output, freeText }: Partial<OverRoute> = plan[route] ?? {}
    return output && freeText && textsOf(freeText, readsOf(route, output))
  }
  const found = new Map(ROUTES.map((route) => [route, over(route)]))
  const texts = Object.fromEntries(
    [...found].flatMap(([route, one]) => (one ? [[route, one.answer]] : [])),
  )
  const written = plan.routes.flatMap((route) => found.get(route)?.written ?? [])[0]
  return written ? { texts, written } : {}
}

interface Texts {
  readonly answer: AnswerTexts
  /** The output fields with free text. */
  readonly written: TextNames
}

/**
 * Text that a field returns unchanged can be marked in the answer, before mapping. If text is part of a composed
 * value, or is tested by a condition, the resulting value is marked as a whole.
 */
function textsOf(freeText: readonly FreeTextField[], { always, fields }: Reads): Texts | undefined {
  const at = new Map<string, Sorted>()
  const made = new Set<string>()
  const written = sorted()
  for (const { place, name, hasAssociation, on } of freeText) {
    const text = below(place, name)
    const holding = namesOf(fields, (one) => holds(text, values(one)))
    const deciding = namesOf(fields, (one) => holds(text, deciders(one)))
    if (holds(text, always)) for (const field of fields.keys()) made.add(field)
    else if (deciding.length > 0) for (const field of [...holding, ...deciding]) made.add(field)
    else if (holding.length > 0) {
      const kind = hasAssociation ? "attributed" : "unattributed"
      const names = at.get(place) ?? sorted()
      at.set(place, names)
      names[kind].add(name)
      if (on) names.on.add(on)
      for (const field of holding) written[kind].add(field)
    }
  }
  if (at.size === 0 && made.size === 0) return undefined
  const places = Object.fromEntries([...at].map(([one, names]) => [one, listed(names)]))
  for (const field of made) {
    written.attributed.delete(field)
    written.unattributed.add(field)
  }
  return {
    answer: { ...(at.size > 0 && { at: places }), ...(made.size > 0 && { composed: [...made] }) },
    written: listed(written),
  }
}

type Sorted = Record<"attributed" | "unattributed" | "on", Set<string>>

function sorted(): Sorted {
  return { attributed: new Set(), unattributed: new Set(), on: new Set() }
}

function listed({ attributed, unattributed, on }: Sorted): TextNames {
  return {
    ...(attributed.size > 0 && { attributed: [...attributed] }),
    ...(unattributed.size > 0 && { unattributed: [...unattributed] }),
    ...(on.size > 0 && { on: [...on] }),
  }
}

function namesOf(
  fields: ReadonlyMap<string, Dependencies>,
  has: (one: Dependencies) => boolean,
): string[] {
  return [...fields].flatMap(([name, one]) => (has(one) ? [name] : []))
}

/** Whether one of the places is the given text, or contains it. A presence check does not count. */
function holds(text: string, places: ReadonlySet<string>): boolean {
  return [...places].some((one) => one === "" || one === text || text.startsWith(`${one}.`))
}

/** The places whose values a field holds. */
function values({ at, members = new Map() }: Dependencies): ReadonlySet<string> {
  return new Set([...at, ...[...members.values()].flatMap((one) => [...values(one)])])
}

/** The paths that a field's value depends on. */
function deciders({ by, members = new Map() }: Dependencies): ReadonlySet<string> {
  return new Set([...by, ...[...members.values()].flatMap((one) => [...deciders(one)])])
}
