/** What `repos` of a client leaves of its tools. */
import { type Client, type Contract, type JsonSchema, takesNode } from "../../runtime/index.js"

/** How many repositories a description lists. */
const mostListed = 5

/**
 * Without the capabilities that `repos` refuses with any input, because they name no repository. The others say which
 * repositories they may name.
 */
export function withinRepos(
  { bounds, names }: Client["guard"],
  contracts: readonly Contract[],
): readonly Contract[] {
  const repos = bounds?.repos
  if (repos === undefined) return contracts
  return contracts.flatMap((contract) => {
    const { id, input } = contract
    const { owner, repo, query } = input.properties ?? {}
    if (owner === undefined || repo === undefined)
      return query !== undefined || takesNode(input) || names(id) ? [contract] : []
    const properties = { ...input.properties, ...namesOf(repos, owner, repo) }
    return [{ ...contract, input: { ...input, properties } }]
  })
}

function namesOf(
  repos: readonly string[],
  owner: JsonSchema,
  repo: JsonSchema,
): Record<string, JsonSchema> {
  const listed = repos.slice(0, mostListed).join(", ")
  const note = `Allowed, as owner/repo: ${listed}${repos.length > mostListed ? ", …" : ""}.`
  const described = { ...repo, description: [repo.description, note].filter(Boolean).join(" ") }
  if (repos.length > mostListed || repos.some((one) => one.includes("*")))
    return { repo: described }
  const partOf = (at: 0 | 1) => [...new Set(repos.map((one) => one.split("/")[at] ?? ""))]
  const own = repos.length === 1 ? repo : described
  return { owner: { ...owner, enum: partOf(0) }, repo: { ...own, enum: partOf(1) } }
}
