/** A server that gives one answer to every request, and a client for it. */
import { type ClientOptions, createGhx } from "ghx"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { type GithubDouble, type Reply, startGithub } from "../../runtime/testing/index.js"

export const repository = { owner: "octocat", repo: "hello-world" }
export const issue = { ...repository, issue_number: 1 }
export const reply = { thread_id: "PRRT_1", body: "Done." }
export const run = { ...repository, run_id: 1 }

export type Ghx = ReturnType<typeof createGhx>

/** The server for the tests of a file; `says` sets the answer to all later requests. */
export function github() {
  let server: GithubDouble
  beforeAll(async () => {
    server = await startGithub()
  })
  beforeEach(() => {
    server.requests.length = 0
  })
  afterAll(() => server.close())
  return {
    says(answer: Reply) {
      server.answer = () => answer
    },
    ghx: (options: ClientOptions = {}): Ghx =>
      createGhx({ base_url: server.url, token: "t0ken-of-a-test", retry: false, ...options }),
    get server() {
      return server
    },
  }
}

/** The error of a call; undefined if it succeeded. */
export async function errorOf(call: PromiseLike<{ ok: boolean }>) {
  const result = await call
  return "error" in result ? result.error : undefined
}
