/** Finds the capabilities that send an operation, for a caller whose own request is refused. */
import { registry } from "../../generated/registry.js"
import { type CompiledOperation, knownIn } from "../../runtime/index.js"

/** The mutations that do the same as a REST request. */
const mutationsFor: Readonly<Record<string, string>> = {
  "POST /repos/{owner}/{repo}/git/refs": "createRef",
  "PUT /repos/{owner}/{repo}/contents/{path}": "createCommitOnBranch",
  "DELETE /repos/{owner}/{repo}/contents/{path}": "createCommitOnBranch",
}

/** @returns the ids of the writes that send the same REST request, or a mutation of the document */
export async function capabilitiesThatSend({
  id,
  description,
}: Pick<CompiledOperation, "id" | "description">): Promise<readonly string[]> {
  const writes = [...knownIn(registry)].filter(([, { effect }]) => effect !== "read")
  const all = await Promise.all(writes.map(([id]) => registry.source(id).load()))
  const mutations = new Set((mutationsFor[id] ?? description).match(/\w+/g))
  return all
    .filter(({ graphql, rest }) => {
      const requests = rest?.endpoints.map(({ method, path }) => `${method} ${path}`) ?? []
      const called = graphql?.operation.document.match(/\w+(?=\s*\()/g) ?? []
      return requests.includes(id) || called.some((name) => mutations.has(name))
    })
    .map((one) => one.id)
}
