import { type Diagnostic, diagnostic, type Problem } from "../diagnostics/index.js"
import { aboutCard } from "../messages/index.js"
import { type Card, type CardPath, type CardSource, ROUTES } from "../parse/index.js"

/** Checks that every listed route has a section, and every section is listed. */
export function checkRouting(source: CardSource, card: Card): Diagnostic[] {
  const { preferred, fallbacks } = card.routing
  const diagnostics: Diagnostic[] = []
  const report = (path: CardPath, problem: Problem) =>
    diagnostics.push(diagnostic(problem, source.file, source.valueSpan(path)))
  if (card[preferred] === undefined) {
    report(["routing", "preferred"], aboutCard.noPreferredSection(preferred))
  }
  fallbacks.forEach((fallback, index) => {
    const path = ["routing", "fallbacks", index]
    if (fallback === preferred) report(path, aboutCard.fallsBackToItself(fallback))
    else if (card[fallback] === undefined) report(path, aboutCard.noSection(fallback))
  })
  card.routing.suitability?.forEach((rule, index) => {
    const path = ["routing", "suitability", index]
    const route = rule.prefer ?? rule.exclude
    if (route === undefined || (rule.prefer !== undefined && rule.exclude !== undefined)) {
      report(path, aboutCard.neitherPrefersNorExcludes())
    } else if (route !== preferred && !fallbacks.includes(route)) {
      const key = rule.prefer === undefined ? "exclude" : "prefer"
      report([...path, key], aboutCard.noRouteOfTheCard(route))
    }
    if (rule.when === "always" && rule.predicate !== undefined) {
      report([...path, "predicate"], aboutCard.predicateOfAlways())
    } else if (rule.when !== "always" && rule.predicate === undefined) {
      report(path, aboutCard.noPredicate(rule.when))
    }
  })
  for (const route of ROUTES) {
    if (card[route] === undefined || route === preferred || fallbacks.includes(route)) continue
    const span = source.keySpan([route])
    diagnostics.push(diagnostic(aboutCard.sectionUnused(route), source.file, span))
  }
  return diagnostics
}
