/** Suggests labels in place of a missing one. Loaded by the first call that names one. */
import type { GraphqlOperation } from "../../definition/index.js"
import { isObject } from "../../errors/index.js"
import { nearestOf, suggestionsFor } from "../../suggestions/index.js"
import type { Explainable, ExplainedCall } from "../route/index.js"

const document = `query LabelsOf($owner: String!, $repo: String!) {
  repository(owner: $owner, name: $repo) { labels(first: 100) { totalCount nodes { name } } }
}
`
const operation: GraphqlOperation = { type: "query", name: "LabelsOf", document, isolated: true }

export async function withLabels<Lost extends Explainable>(
  failure: Lost,
  { input, graphql, scope }: ExplainedCall,
): Promise<Lost> {
  const { owner, repo }: Record<string, unknown> = Object(input)
  const found = failure.message.matchAll(/Found no label ("(?:[^"\\]|\\.)*")/g)
  const missing = Array.from(found, ([, name = '""']) => String(JSON.parse(name)))
  const answer = await graphql.query({ operation, variables: { owner, repo }, scope })
  const { repository }: Record<string, unknown> = Object(answer.ok && answer.data)
  const { nodes, totalCount }: Record<string, unknown> = Object(Object(repository).labels)
  if (!Array.isArray(nodes) || missing.length === 0) return failure
  const names = nodes.filter(isObject).map(({ name }) => String(name))
  const near = new Set(missing.flatMap((name) => suggestionsFor(name, names)))
  const has = totalCount === names.length ? "has" : `has ${totalCount} labels, of the first 100`
  const fix = `${owner}/${repo} ${has} ${nearestOf(missing.join(" "), names) || "no labels"}`
  const candidates = near.size > 0 ? { candidates: [...near] } : {}
  const details = {
    ...failure.details,
    fix,
    ...candidates,
    labels: names,
    labels_count: totalCount,
  }
  return { ...failure, details }
}
