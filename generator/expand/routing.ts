import { diagnostic } from "../diagnostics/index.js"
import { namesRead, type Path } from "../jmespath/index.js"
import { aboutCard } from "../messages/index.js"
import { ROUTES, type WrittenCard } from "../parse/index.js"
import type { Change } from "./draft.js"
import type { Derived, RuleContext } from "./rule.js"

/** Derives the routes from the sections, in their order. */
export function deriveRouting(card: WrittenCard, { source }: RuleContext): Derived {
  const { routing = {} } = card
  const sections = Object.keys(card).flatMap((key) => ROUTES.filter((route) => route === key))
  const fallbacks = routing.fallbacks
  const preferred = routing.preferred ?? sections.find((route) => !fallbacks?.includes(route))
  if (preferred === undefined) {
    const problem = diagnostic(aboutCard.noRoute(), source.file, source.valueSpan([]))
    return { changes: [], problems: [problem] }
  }
  const others = sections.filter((route) => route !== preferred)
  const changes: Change[] = []
  if (routing.preferred === undefined)
    changes.push({ at: ["routing", "preferred"], value: preferred, from: [preferred] })
  if (fallbacks === undefined) {
    const at = ["routing", "fallbacks"]
    changes.push({ at, value: others, from: [others[0] ?? preferred] })
  }
  return { changes }
}

/** Derives `when` of a rule about routes: the value that its predicate reads. */
export function deriveWhen({ routing = {} }: WrittenCard): Derived {
  const { suitability = [] } = routing
  const changes = suitability.flatMap(({ when, predicate }, index): Change[] => {
    if (when !== undefined) return []
    const at = ["routing", "suitability", index]
    const value = predicate === undefined ? "always" : rootOf(predicate)
    const from = predicate === undefined ? at : [...at, "predicate"]
    return value === undefined ? [] : [{ at: [...at, "when"], value, from }]
  })
  return { changes }
}

function rootOf(predicate: Path): "params" | "env" {
  return namesRead(predicate).current.has("env") ? "env" : "params"
}
