import { expect, test } from "vitest"
import { capability } from "../../capability/index.js"
import { bindTree } from "../../index.js"
import { data, startGithub } from "../../testing/index.js"
import { graphqlLookups, graphqlWrites, writes } from "../index.js"

const document = "mutation Rename { rename { name } }"

/** A capability with lookups and a mutation that lists these features. */
function renameWith(parts: object) {
  return capability<"repo.rename", Record<never, never>, { name: string }>({
    id: "repo.rename",
    version: "1.0.0",
    effect: "write",
    idempotent: true,
    routes: ["graphql"],
    contract: async () => ({ default: { input: { type: "object" }, output: { type: "object" } } }),
    parts,
    graphql: {
      operation: { type: "mutation", name: "Rename", document },
      lookups: {
        id: {
          operation: { type: "query", name: "Id", document: "query Id { id }" },
          subject: "repository",
          variables: () => ({}),
          result: (found: { id: string }) => found.id,
        },
      },
      variables: () => ({}),
      result: "rename",
      output: (answer: { rename: { name: string } }) => answer.rename,
    },
  })
}

test.each([
  [{ graphqlLookups, graphqlWrites, writes }, undefined],
  [{ graphqlWrites, writes }, "graphqlLookups is not among the parts"],
  [{ graphqlLookups, writes }, "graphqlWrites is not among the parts"],
  [{ graphqlLookups, graphqlWrites }, "writes is not among the parts"],
])(
  "a capability with the features %j reports at its first call the missing one: %s",
  async (parts, missing) => {
    const github = await startGithub(() => data({ id: "R_1", rename: { name: "new" } }))
    try {
      const { rename } = bindTree({ rename: renameWith(parts) }, github.client())
      const result = await rename({})
      if (missing === undefined) expect(result).toMatchObject({ ok: true, data: { name: "new" } })
      else
        expect(result).toMatchObject({
          ok: false,
          error: { message: expect.stringContaining(missing) },
        })
      const sent = github.requests.filter(({ query }) => query?.startsWith("mutation"))
      expect(sent).toHaveLength(missing === undefined ? 1 : 0)
    } finally {
      await github.close()
    }
  },
)
