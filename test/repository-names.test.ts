/** `octocat/hello-world` is no repository name: the error has the fix, and nothing is sent. */
import { chain } from "ghx"
import { expect, it } from "vitest"
import { errorOf, github } from "./github-says/github.js"

const double = github()

it.each([
  ["repo", "octocat/hello-world"],
  ["repo", "https://github.com/octocat/hello-world"],
  ["repo", "git@github.com:octocat/hello-world.git"],
  ["owner", "octocat/hello-world"],
])(
  "calls and chains reject a full repository name as %s without a request: %s",
  async (field, name) => {
    const input = { owner: "octocat", repo: "hello-world", issue_number: 1, [field]: name }
    const failure = {
      code: "VALIDATION",
      message: expect.stringContaining("without a slash"),
      details: {
        issues: [{ pointer: `/${field}` }],
        fix: 'Pass owner: "octocat" and repo: "hello-world"',
      },
    }
    const ghx = double.ghx()
    for (const route of ["graphql", "rest", "cli"] as const) {
      expect(
        await errorOf(ghx.issue.update({ ...input, title: "Bug" }).run({ route })),
      ).toMatchObject(failure)
    }
    const { results } = await chain(ghx.issue.view(input))
    expect(results[0]).toMatchObject({ ok: false, error: failure })
    expect(double.server.requests).toHaveLength(0)
  },
)
