import { Octokit } from "octokit"
import { beforeEach } from "vitest"
import { type Sandbox, startSandbox } from "../index.js"

type Options = NonNullable<ConstructorParameters<typeof Octokit>[0]>

/** octokit.js, with its own sandbox for each test of the file. */
export function useOctokit() {
  let sandbox: Sandbox
  let octokit: Octokit
  /** Its throttling would wait a second between two writes. */
  const octokitWith = (options: Options) =>
    new Octokit({ baseUrl: sandbox.url, throttle: { enabled: false }, log: silent, ...options })
  beforeEach(async () => {
    sandbox = await startSandbox()
    octokit = octokitWith({ auth: sandbox.token })
    return () => sandbox.close()
  })
  return {
    octokitWith,
    octokit: () => octokit,
    sandbox: () => sandbox,
    applied: () => sandbox.applied.map((change) => change.mutation),
  }
}

const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing }

export const hello = { owner: "octocat", repo: "hello-world" }
export const issue = { ...hello, issue_number: 1 }
export const pull = { ...hello, pull_number: 7 }
