import { type Diagnostic, diagnostic } from "../diagnostics/index.js"
import type { Card, CardPath, CardSource } from "../parse/index.js"

const ROUTES = ["graphql", "rest", "cli"] as const

/** Every route that is routed to has its section, and every section is routed to. */
export function checkRouting(source: CardSource, card: Card): Diagnostic[] {
  const { preferred, fallbacks } = card.routing
  const diagnostics: Diagnostic[] = []
  const report = (path: CardPath, message: string, help?: string) =>
    diagnostics.push(diagnostic("GHX1012", source.file, source.valueSpan(path), message, { help }))
  if (card[preferred] === undefined) {
    report(
      ["routing", "preferred"],
      `the preferred route is \`${preferred}\`, but the card has no section \`${preferred}\``,
    )
  }
  fallbacks.forEach((fallback, index) => {
    const path = ["routing", "fallbacks", index]
    if (fallback === preferred) report(path, `\`${fallback}\` is the preferred route already`)
    else if (card[fallback] === undefined) report(path, `the card has no section \`${fallback}\``)
  })
  card.routing.suitability?.forEach((rule, index) => {
    const path = ["routing", "suitability", index]
    const route = rule.prefer ?? rule.exclude
    if (route === undefined || (rule.prefer !== undefined && rule.exclude !== undefined)) {
      report(path, "a rule either prefers or excludes a route")
    } else if (route !== preferred && !fallbacks.includes(route)) {
      const key = rule.prefer === undefined ? "exclude" : "prefer"
      report([...path, key], `\`${route}\` is neither the preferred route nor a fallback`)
    }
    if (rule.when === "always" && rule.predicate !== undefined) {
      report([...path, "predicate"], "a rule that always holds has no predicate")
    } else if (rule.when !== "always" && rule.predicate === undefined) {
      report(path, `a rule on \`${rule.when}\` needs a predicate`)
    }
  })
  for (const route of ROUTES) {
    if (card[route] === undefined || route === preferred || fallbacks.includes(route)) continue
    const span = source.keySpan([route])
    diagnostics.push(
      diagnostic("GHX1012", source.file, span, `the section \`${route}\` is never used`, {
        help: `add \`${route}\` to routing.fallbacks`,
      }),
    )
  }
  return diagnostics
}
