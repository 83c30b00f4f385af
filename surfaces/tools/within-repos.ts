/** What `repos` of a client leaves of its tools. */
import { type Client, type Contract, takesNode } from "../../runtime/index.js"

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
  const listed = repos.slice(0, mostListed).join(", ")
  const note = `Allowed: ${listed}${repos.length > mostListed ? ", …" : ""}.`
  return contracts.flatMap((contract) => {
    const { id, input } = contract
    const { repo, query } = input.properties ?? {}
    if (repo === undefined)
      return query !== undefined || takesNode(input) || names(id) ? [contract] : []
    const description = repo.description ? `${repo.description} ${note}` : note
    const described = { ...input.properties, repo: { ...repo, description } }
    return [{ ...contract, input: { ...input, properties: described } }]
  })
}
