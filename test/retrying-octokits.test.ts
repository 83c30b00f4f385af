/** Tests Octokits that retry and throttle on their own: only ghx's `retry` sends anything twice. */
import { generateKeyPairSync, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { type ClientOptions, chain, createGhx } from "ghx"
import { type Fault, type Sandbox, startSandbox } from "ghx/sandbox"
import { App, Octokit } from "octokit"
import { Probot, ProbotOctokit } from "probot"
import { describe, expect, it } from "vitest"
import { eventually } from "./eventually.js"
import { some } from "./some.js"

type Given = NonNullable<ClientOptions["octokit"]>

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
})
const quiet = () => undefined
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet }

/** Each Octokit has its own pacing, so that no test waits for the writes of another; retries are Octokit's own. */
const throttle = () => {
  const onLimit = (_: number, options: object) => {
    const { request }: { request?: { retryCount?: number } } = options
    return request?.retryCount === 0
  }
  return { id: randomUUID(), onRateLimit: onLimit, onSecondaryRateLimit: onLimit }
}

const app = (baseUrl: string) =>
  new App({
    appId: 1,
    privateKey,
    Octokit: Octokit.defaults({ baseUrl, throttle: throttle(), log: silent }),
  })

const probot = (baseUrl: string) =>
  new Probot({
    appId: 1,
    privateKey,
    baseUrl,
    logLevel: "fatal",
    Octokit: ProbotOctokit.defaults((options: { throttle?: object }) => ({
      ...options,
      throttle: { ...options.throttle, id: randomUUID() },
    })),
  })

/** The client of a Probot app, `context.octokit`. */
async function contextOctokit(baseUrl: string, installation: object): Promise<Given> {
  const server = probot(baseUrl)
  await server.ready()
  let given: object | undefined
  server.on("issues.opened", async ({ octokit }) => {
    given = octokit
  })
  const payload = { action: "opened", issue: { number: 1 }, ...installation }
  await server.receive({ id: randomUUID(), name: "issues", payload: payload as never })
  return given as Given
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Its token is requested before the next client is made: if clients of several servers request a token of
 * the same installation at the same time, @octokit/auth-app gives all of them the first one.
 */
async function withToken(octokit: Given): Promise<Given> {
  const asked = before.then(() => octokit.request("GET /rate_limit"))
  before = asked.catch(() => undefined)
  await asked
  return octokit
}

type OctokitOf = (sandbox: Sandbox) => Promise<Given>

const octokits: Readonly<Record<string, OctokitOf>> = {
  "octokit's Octokit": async ({ url, token }) =>
    new Octokit({ baseUrl: url, auth: token, throttle: throttle(), log: silent }),
  "an Octokit with a hook that retries": async ({ url, token }) => {
    const octokit = new Octokit({
      baseUrl: url,
      auth: token,
      log: silent,
      throttle: throttle(),
    })
    octokit.hook.wrap("request", async (request, options) => {
      try {
        return await request(options)
      } catch {
        return request(options)
      }
    })
    return octokit
  },
  "an installation's Octokit": async ({ url }) =>
    withToken((await app(url).getInstallationOctokit(1)) as Given),
  "Probot's context.octokit": async ({ url }) =>
    withToken(await contextOctokit(url, { installation: { id: 1 } })),
}

/** An Octokit that throttles sends the second of two requests to GraphQL a second after the first. */
const limit_ms = 1_500

const past = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }
const faults: Readonly<Record<string, Fault>> = {
  "a connection lost after the write": { drop: "after" },
  "a 502 after the write": { status: 502, applied: true },
  "a 504 after the write": { status: 504, applied: true },
  "a 502 with a spent limit after the write": {
    status: 502,
    applied: true,
    headers: past,
  },
  "a 500": { status: 500 },
  "a stalled response": { delay_ms: limit_ms + 1_000 },
}

/** The part of the body that plugin-retry reads. */
const graphqlFaults: Readonly<Record<string, Fault>> = {
  'an error "Something went wrong" after the write': {
    status: 200,
    applied: true,
    body: {
      data: null,
      errors: [{ message: "Something went wrong while executing your query. Please include 1" }],
    },
  },
}

const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }

type Ghx = ReturnType<typeof createGhx>
interface Way {
  readonly match: NonNullable<Fault["match"]>
  readonly comments: number
  readonly write: (ghx: Ghx) => PromiseLike<{ ok: boolean } | { status: string }>
}

const graphql = { body_includes: "mutation" }
const overGraphql: Readonly<Record<string, Way>> = {
  "a write": {
    match: graphql,
    comments: 1,
    write: (ghx) => ghx.issue.comments.create({ ...issue, body: "Once" }).run({ route: "graphql" }),
  },
  "a chain of writes": {
    match: graphql,
    comments: 2,
    write: (ghx) =>
      chain([
        ghx.issue.comments.create({ ...issue, body: "Once" }),
        ghx.issue.comments.create({ ...issue, body: "Once more" }),
      ]),
  },
}
const ways: Readonly<Record<string, Way>> = {
  ...overGraphql,
  "a write over REST": {
    match: { method: "POST", path: /\/comments$/ },
    comments: 1,
    write: (ghx) => ghx.issue.comments.create({ ...issue, body: "Once" }).run({ route: "rest" }),
  },
}

async function withSandbox(test: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox()
  try {
    await test(sandbox)
  } finally {
    await sandbox.close()
  }
}

const matching = ({ requests }: Sandbox, { body_includes = "", method = "POST" }: Way["match"]) =>
  requests.filter(
    (request) =>
      request.method === method &&
      !request.path.includes("access_tokens") &&
      JSON.stringify(request.body).includes(body_includes),
  )

/** The request must have been sent before it is aborted: a busy machine needs more time. */
const patience = (rule: Fault) => ("delay_ms" in rule ? [1, 4, 16] : [1])

async function expectOneRequest(octokitOf: OctokitOf, way: Way, rule: Fault): Promise<void> {
  await eventually(patience(rule), (times) =>
    withSandbox(async (sandbox) => {
      const octokit = await octokitOf(sandbox)
      const stalls = "delay_ms" in rule
      const fault = stalls ? { delay_ms: rule.delay_ms * times } : rule
      sandbox.injectFault({ ...fault, match: way.match, times: 1 })
      const ghx = createGhx({ octokit, ...(stalls && { timeout_ms: limit_ms * times }) })
      const result = await way.write(ghx)
      // A request that was aborted before it was applied is still applied.
      while (stalls && sandbox.requests.some(({ status }) => status === null)) await sleep(20)
      expect(
        matching(sandbox, way.match),
        `requests that write; ${JSON.stringify(result)}`,
      ).toHaveLength(1)
      const untouched = "status" in rule && !rule.applied
      expect(sandbox.applied, "comments").toHaveLength(untouched ? 0 : way.comments)
      expect(JSON.stringify(result)).toContain('"outcome":"unknown"')
      expect(JSON.stringify(result)).not.toContain('"retryable":true')
    }),
  )
}

const injections = [
  ...Object.entries(ways).flatMap((way) => Object.entries(faults).map((fault) => [way, fault])),
  ...Object.entries(overGraphql).flatMap((way) =>
    Object.entries(graphqlFaults).map((fault) => [way, fault]),
  ),
] as [[string, Way], [string, Fault]][]

describe.each(Object.entries(octokits))("ghx with %s", (_, octokitOf) => {
  const tried = some(
    injections.map(([[way, how], [fault, rule]]) => [way, fault, how, rule] as const),
    3,
  )
  it.concurrent.each(tried)("sends %s once despite %s", (_way, _fault, how, rule) =>
    expectOneRequest(octokitOf, how, rule),
  )

  it.concurrent.each(["graphql", "rest"] as const)(
    "sends a read over %s as often as `retry` allows",
    (route) =>
      withSandbox(async (sandbox) => {
        const octokit = await octokitOf(sandbox)
        for (const [retry, tries] of [
          [false, 1],
          [{ attempts: 3, backoff_ms: 1 }, 3],
        ] as const) {
          const path = route === "graphql" ? "/graphql" : "/repos/octocat/hello-world/issues/1"
          const before = sandbox.requests.filter((request) => request.path === path).length
          const end = sandbox.injectFault({ status: 502, match: { path } })
          const ghx = createGhx({ octokit, retry })
          expect(await ghx.issue.view(issue).run({ route })).toMatchObject({
            error: { code: "SERVER" },
          })
          end()
          const after = sandbox.requests.filter((request) => request.path === path).length
          expect(after - before).toBe(tries)
        }
      }),
  )

  it.concurrent.each([
    ["graphql", 403],
    ["rest", 403],
    ["rest", 429],
    ["graphql", 200],
  ] as const)("returns RATE_LIMIT without a retry over %s for status %i", (route, status) =>
    withSandbox(async (sandbox) => {
      const octokit = await octokitOf(sandbox)
      const message = "You have exceeded a secondary rate limit. Please wait."
      const body =
        status === 200
          ? { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] }
          : { message }
      const headers = { "retry-after": "90" }
      const path = route === "graphql" ? "/graphql" : /\/issues\/1$/
      sandbox.injectFault({ status, headers, body, match: { path } })
      const ghx = createGhx({ octokit, timeout_ms: 20_000 })
      expect(await ghx.issue.view(issue).run({ route })).toMatchObject({
        error: { code: "RATE_LIMIT", retryable: true, details: { retry_after_ms: 90_000 } },
      })
      const requests = sandbox.requests.filter(
        ({ path: at }) => !/access_tokens|rate_limit/.test(at),
      )
      expect(requests).toHaveLength(1)
    }),
  )
})

const withoutInstallation: typeof octokits = {
  "an App's own Octokit": async ({ url }) => app(url).octokit as unknown as Given,
  "Probot's Octokit of the App": async ({ url }) => {
    const server = probot(url)
    await server.ready()
    return (await server.auth()) as unknown as Given
  },
  "Probot's Octokit of an event without an installation": ({ url }) => contextOctokit(url, {}),
}

it.concurrent.each(
  Object.entries(withoutInstallation).flatMap(([name, make]) =>
    (["graphql", "rest"] as const).map((route) => [name, route, make] as const),
  ),
)("ghx with %s returns AUTH with a fix for a call on a repository over %s", (_, route, make) =>
  withSandbox(async (sandbox) => {
    const ghx = createGhx({ octokit: await make(sandbox) })
    const call = ghx.issue.comments.create({ ...issue, body: "Hi" }).run({ route })
    expect(await call).toMatchObject({
      error: {
        code: "AUTH",
        retryable: false,
        details: { fix: expect.stringMatching(/getInstallationOctokit/) },
      },
    })
    expect(sandbox.applied).toEqual([])
  }),
)

describe("a triage through an Octokit that throttles", () => {
  const issue = { owner: "octocat", repo: "hello-world", issue_number: 1 }
  const triage = { labels: ["bug"], body: "Seen.", assignees: ["monalisa"] }

  /** An Octokit with the real plugin-throttling, which counts the requests that wait in its queue of one a second. */
  function counting(Kind: typeof Octokit | typeof ProbotOctokit, { url, token }: Sandbox) {
    const queued: unknown[] = []
    const schedule = (job: unknown, send: () => unknown) => {
      queued.push(job)
      return send()
    }
    const group = { key: () => ({ schedule }) }
    const paced = { ...throttle(), write: group }
    const auth = Kind === ProbotOctokit ? { token } : token
    const octokit = new Kind({ baseUrl: url, auth, throttle: paced, log: silent } as never)
    return { octokit: octokit as Octokit, queued }
  }

  it.each([Octokit, ProbotOctokit])(
    "queues no more requests than plain %o, and a chain one",
    async (Kind) => {
      const sandbox = await startSandbox()
      const plain = counting(Kind, sandbox)
      const { issues } = plain.octokit.rest
      await issues.addLabels({ ...issue, labels: triage.labels })
      await issues.createComment({ ...issue, body: triage.body })
      await issues.addAssignees({ ...issue, assignees: triage.assignees })
      expect(plain.queued).toHaveLength(3)

      const single = counting(Kind, sandbox)
      const ghx = createGhx({ octokit: single.octokit as never, repos: ["octocat/hello-world"] })
      const steps = (key: string) => [
        ghx.issue.labels.add({ ...issue, labels: triage.labels }),
        ghx.issue.comments.create({ ...issue, body: triage.body }, { key }),
        ghx.issue.assignees.add({ ...issue, assignees: triage.assignees }),
      ]
      for (const step of steps("one")) expect(await step).toMatchObject({ ok: true })
      expect(single.queued).toHaveLength(3)
      expect(await chain(...steps("two"))).toMatchObject({ status: "success" })
      expect(single.queued).toHaveLength(4)
      expect(await ghx.issue.view(issue)).toMatchObject({ ok: true })
      expect(single.queued).toHaveLength(4)
      await sandbox.close()
    },
  )
})
