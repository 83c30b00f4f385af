import { expect, test } from "vitest"
import {
  bindTree,
  type ClientOptions,
  chain,
  clientOf,
  createClient,
  dryRunClient,
  each,
  fromEnvironment,
  recordingClient,
  sequence,
} from "../index.js"
import { tree } from "../testing/index.js"

const input = { owner: "octocat", repo: "hello-world", issue_number: 1 }
const client = createClient({ token: "t", base_url: "http://127.0.0.1:2" })
const ghx = bindTree(tree, client)
const unreadable = {
  get token(): string {
    throw new Error("no vault")
  },
}

test.each<[object, string]>([
  [
    { base_ulr: "https://ghes.test" },
    "A client has no option `base_ulr`; it has token, octokit, auth, fetch, base_url,",
  ],
  [{ timeoutMs: 1 }, "A client has no option `timeoutMs`; it has token,"],
  [
    { retry: { attempt: 1 } },
    "`retry` has no option `attempt`; it has attempts, total_ms, backoff_ms",
  ],
  [{ batch: { mutation: 1 } }, "`batch` has no option `mutation`; it has queries, mutations"],
  [{ cache: { ttl: 1 } }, "`cache` has no option `ttl`; it has max, ttl_ms"],
  [{ gh: { paht: "gh" } }, "`gh` has no option `paht`; it has path, env, cwd, login"],
  [{ read_only: "false" }, "A client takes `read_only` as boolean, not string"],
  [{ confirm: null }, "A client takes `confirm` as function, not null"],
  [{ token: 7 }, "A client takes `token` as string or function, not 7"],
  [
    { retry: { attempts: "3" } },
    "`retry` takes `attempts` as whole number of at least 1, not string",
  ],
  [{ limits: [] }, "A client takes `limits` as object, not array"],
  [{ limits: new Map([["*", 0]]) }, "A client takes `limits` as object, not Map"],
  [{ deny: new Array(1) }, "deny takes a list of ids"],
  [{ octokit: {} }, "octokit takes an Octokit"],
])("createClient rejects the options %j", (options, message) => {
  expect(() => createClient(options as ClientOptions)).toThrow(message)
})

test("createClient reports options whose getter throws", () => {
  expect(() => createClient(unreadable)).toThrow(
    "A client has options that cannot be read: no vault",
  )
})

test("client options can be inherited, and an undefined option counts as absent", async () => {
  class Settings {
    readonly token = "t"
    get deny() {
      return ["issue.view"]
    }
  }
  const denied = { error: { details: { guard: "deny" } } }
  expect(
    await bindTree(tree, clientOf(new Settings(), createClient)).issue.view(input),
  ).toMatchObject(denied)
  expect(clientOf({ client, token: undefined } as object, createClient)).toBe(client)
})

test.each([null, [], "token", 7])(
  "createClient rejects %j in place of an options object",
  (options: unknown) => {
    expect(() => createClient(options as ClientOptions)).toThrow("takes an object of options")
  },
)

test.each<[string, (given: never) => unknown, unknown, string]>([
  [
    "createGhx",
    (client) => clientOf({ client }, createClient),
    { token: "t" },
    "The client must come from createClient",
  ],
  [
    "bindTree with a client",
    (client) => bindTree(tree, client),
    { token: "t" },
    "The client must come from createClient",
  ],
  [
    "bindTree with a tree",
    (given) => bindTree(given, client),
    null,
    "bindTree takes an object of capabilities",
  ],
  ["dryRunClient", dryRunClient, undefined, "The client must come from createClient"],
  ["recordingClient", recordingClient, {}, "The client must come from createClient"],
  [
    "fromEnvironment",
    fromEnvironment,
    { hots: "github.com" },
    "fromEnvironment has no option `hots`",
  ],
  ["chain", chain, [null], "chain takes steps that have not run"],
  [
    "sequence",
    (given) => sequence(given, () => given),
    Promise.resolve(),
    "sequence takes a step that has not run, and functions",
  ],
  [
    "each",
    (given) => each(ghx.issue.list({ owner: "o", repo: "r" }).out.items, given),
    "view",
    "each turns an item into one step",
  ],
])("%s rejects an invalid argument", (_, of, given, message) => {
  expect(() => of(given as never)).toThrow(message)
})

test("chain rejects the same step twice", () => {
  const step = ghx.issue.view(input)
  expect(() => chain(step, step)).toThrow(
    "Step issue.view already belongs to a chain and cannot join a chain: call the capability again",
  )
})

test("run and pages reject an unknown or invalid option", async () => {
  const run = { timeout: 5 } as object
  await expect(ghx.issue.view(input).run(run)).rejects.toThrow(
    "A run of issue.view has no option `timeout`; it has signal, timeout_ms,",
  )
  await expect(chain(ghx.issue.view(input)).run({ onstep: () => 1 } as object)).rejects.toThrow(
    "A chain has no option `onstep`; it has ",
  )
  const signal = new AbortController() as never
  await expect(ghx.issue.view(input).run({ signal })).rejects.toThrow(
    "A run of issue.view takes `signal` as AbortSignal, not object",
  )
  const pages = ghx.issue.list({ owner: "o", repo: "r" }).pages({ limits: 1 } as object)
  await expect(pages.next()).rejects.toThrow("has no option `limits`; it has limit")
})

test("a step whose options were rejected can still run", async () => {
  const step = ghx.issue.view(input)
  await expect(step.run({ routes: ["rest"] } as object)).rejects.toThrow(
    "has no option `routes`; it has ",
  )
  expect(await step).toMatchObject({ ok: false, error: { code: "NETWORK" } })
})
