/**
 * Calls over a `fetch` that answers at once: what is left is what each client does itself. All of it is
 * given to the bare Octokit and to ours.
 */
import { Octokit } from "@octokit/core"
import { issueViewQuery } from "../generated/operations/issue/view.js"
import { node } from "./answering-server.js"
import type { Contest } from "./contest.js"

const repository = { issue: node }
const several = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`s${index}_repository`, repository]),
)
const [one, ten] = [{ repository }, several].map((data) => JSON.stringify({ data }))
const headers = { "content-type": "application/json; charset=utf-8" }

/** Answers one issue, or ten in one document. */
const fetch = async (_: unknown, init?: { body?: unknown }): Promise<Response> =>
  new Response(String(init?.body).includes("query Chain") ? ten : one, { headers })

const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
const input = (issue_number: number) => ({ owner: "octocat", repo: "hello-world", issue_number })
const { document } = issueViewQuery

/** The contests of a build, and the way to put the platform's own `fetch` back. */
export function instantContests({ chain, createGhx }: typeof import("ghx")): {
  contests: readonly Contest[]
  restore(): void
} {
  const before = globalThis.fetch
  Object.assign(globalThis, { fetch })
  const octokit = new Octokit({ auth: "t", request: { fetch } })
  const own = createGhx({ token: "t" })
  const foreign = createGhx({ octokit })
  const callBare = () => octokit.graphql(document, input(1))
  const bare = "octokit.graphql, answered at once"
  const expectOk = async (call: PromiseLike<{ ok: boolean }>) => {
    if (!(await call).ok) throw new Error("the call failed")
  }
  return {
    contests: [
      {
        bare,
        callBare,
        ours: "ghx.issue.view, its own client",
        callOurs: () => expectOk(own.issue.view(input(1))),
        calls: 30_000,
      },
      {
        bare,
        callBare,
        ours: "ghx.issue.view, an Octokit of the caller's",
        callOurs: () => expectOk(foreign.issue.view(input(1))),
        calls: 18_000,
      },
      {
        bare,
        callBare,
        ours: "a chain of ten, its own client",
        async callOurs() {
          const { status } = await chain(numbers.map((number) => own.issue.view(input(number))))
          if (status !== "success") throw new Error("the chain failed")
        },
        calls: 6_000,
      },
    ],
    restore: () => Object.assign(globalThis, { fetch: before }),
  }
}
