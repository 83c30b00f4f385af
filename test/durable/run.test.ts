/** Durable runs with a journal in a folder: the promises of docs/durable.md. */
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {
  ChainAborted,
  chain,
  createClient,
  createExecutor,
  createGhx,
  each,
  recordingClient,
  sequence,
} from "ghx"
import { durable, fileJournal, type Journal } from "ghx/durable"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { beforeEach, expect, it, vi } from "vitest"
import { rarely } from "../rarely.js"

let sandbox: Sandbox
let folder: string
// A late request of one test reaches only its own sandbox.
beforeEach(async () => {
  sandbox = await startSandbox({ now: () => new Date() })
  folder = mkdtempSync(join(tmpdir(), "ghx-runs-"))
  return async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** @param backoff_ms - unit of the delays between looks for a result */
const client = (backoff_ms = 1) =>
  createClient({ base_url: sandbox.url, token: sandbox.token, retry: { attempts: 1, backoff_ms } })
const hello = { owner: "octocat", repo: "hello-world" }
const tasks = [
  { task: "issue.create", input: { ...hello, title: "Nightly failed" }, as: "created" },
  {
    task: "issue.comments.create",
    input: { ...hello, issue_number: { $from: "created", path: "number" }, body: "Looking." },
  },
  {
    task: "issue.close",
    input: { ...hello, issue_number: { $from: "created", path: "number" } },
  },
] as const
/** @param lease_ms - longer than a busy machine may stop a process */
const runs = (lease_ms = 30_000) => durable(client(), { journal: fileJournal(folder), lease_ms })

const dataOf = (result: object): unknown => ("data" in result ? result.data : undefined)

/** Simulates a process that ended before it recorded the last results. */
function forget(name: string, results: number): void {
  const file = join(folder, name, "journal.jsonl")
  const lines = readFileSync(file, "utf8").trimEnd().split("\n")
  const kept = lines.filter((line) => !line.startsWith('{"kind":"end"'))
  writeFileSync(file, `${kept.slice(0, kept.length - results).join("\n")}\n`)
}

it("a durable run executes the tasks of executeTasks in as many requests", async () => {
  const alone = await createExecutor({ client: client() }).executeTasks(tasks)
  const sent = sandbox.requests.length
  sandbox.reset()
  const run = await runs().run("nightly", tasks)
  expect(run).toMatchObject({ status: "success", meta: { requests: sent, levels: 2 } })
  expect(run.results.map(({ task }) => task)).toEqual(alone.results.map(({ task }) => task))
})

it("a finished durable run returns its results from the journal and sends nothing", async () => {
  const first = await runs().run("nightly", tasks)
  const { length } = sandbox.requests
  const again = await runs().run("nightly", tasks)
  expect(again.results).toEqual(first.results)
  expect(sandbox.requests).toHaveLength(length)
})

it.each([1, 2])(
  "a resumed run finds its applied writes if %i results were not recorded",
  async (results) => {
    const first = await runs().run("nightly", tasks)
    const { length } = sandbox.applied
    forget("nightly", results)
    const again = await runs().run("nightly", tasks)
    expect(again).toMatchObject({ status: "success" })
    expect(again.results[0]).toEqual(first.results[0])
    expect(again.results[1]).toMatchObject({ data: first.results[1].data })
    // An idempotent write is sent again.
    const repeated = sandbox.applied.slice(length)
    expect(repeated.filter((one) => !/closeIssue/.test(JSON.stringify(one)))).toEqual([])
  },
)

it("a resumed run repeats a write that was not applied", async () => {
  await runs(2000).run("nightly", tasks.slice(0, 1))
  forget("nightly", 1)
  sandbox.reset()
  const again = await runs(2000).run("nightly", tasks.slice(0, 1))
  expect(again.results).toMatchObject([{ ok: true, once: "repeated" }])
  expect(sandbox.applied).toHaveLength(1)
})

it("a resumed run does not wait for a process whose lease has expired", async () => {
  await runs().run("nightly", tasks)
  forget("nightly", 2)
  const journal = fileJournal(folder)
  const again = await durable(client(600_000), { journal, lease_ms: 30_000 }).run("nightly", tasks)
  expect(again).toMatchObject({ status: "success" })
})

it("a repeated run sends a refused step again, and applies nothing twice", async () => {
  const missing = { ...hello, issue_number: 404, body: "Hi." }
  const steps = [
    ...tasks.slice(0, 1),
    { task: "issue.comments.create", input: missing, as: "hi" },
    { task: "issue.close", input: { ...hello, issue_number: 1 }, after: "hi" },
  ]
  const first = await runs().run("nightly", steps)
  expect(first.status).toBe("partial")
  expect(first.results[2]).toMatchObject({ error: { details: { outcome: "not_sent" } } })
  const { length } = sandbox.applied
  sandbox.clearRequests()
  expect(await runs().run("nightly", steps)).toMatchObject({ status: "partial" })
  expect(sandbox.requests.length).toBeGreaterThan(0)
  expect(sandbox.applied).toHaveLength(length)
})

it("a resumed run stops if nothing shows whether a write was applied", async () => {
  const dispatch = { workflow_id: "ci.yml", ref: "main", ...hello }
  const steps = [{ task: "workflow.dispatch", input: dispatch }, ...tasks.slice(0, 1)] as const
  await runs().run("nightly", steps)
  const file = join(folder, "nightly/journal.jsonl")
  const lines = readFileSync(file, "utf8").split("\n")
  const kept = lines.filter((line) => !/"(result)","[^}]*"workflow.dispatch"/.test(line))
  writeFileSync(file, kept.join("\n"))
  const { length } = sandbox.requests
  const unknown = {
    ok: false,
    error: { details: { outcome: "unknown", unreconciled: expect.stringContaining("dispatch") } },
  }
  for (const _ of [1, 2])
    expect((await runs().run("nightly", steps)).results[0]).toMatchObject(unknown)
  expect(sandbox.requests).toHaveLength(length)
})

it("a resumed run repeats an `each` over the recorded items", async () => {
  const steps = [
    { task: "issue.list", input: { ...hello, states: ["OPEN"], first: 3 }, as: "open" },
    {
      task: "issue.close",
      each: { $from: "open", path: "items" },
      input: { ...hello, issue_number: { $item: "number" } },
    },
  ] as const
  const first = await runs().run("tidy", steps)
  expect(first.status).toBe("success")
  forget("tidy", 1)
  const again = await runs().run("tidy", steps)
  expect(again.results[0]).toEqual(first.results[0])
  expect(again.results[1]).toMatchObject({ ok: true })
  const closed = (one: typeof first) => one.results[1].data?.map(({ number }) => number)
  expect(closed(again)).toEqual(closed(first))
})

it("a durable run executes chains and sequences, and resumes them from the journal", async () => {
  const ghx = createGhx({ client: client() })
  const started = () => {
    const created = ghx.issue.create({ ...hello, title: "Sequel" })
    return sequence(created, ({ number }) =>
      ghx.issue.comments.create({ ...hello, issue_number: number, body: "First." }),
    )
  }
  const first = await runs().run("sequel", started())
  forget("sequel", 1)
  const again = await runs().run("sequel", started())
  expect(again.results[0]).toEqual(first.results[0])
  expect(again.results[1]).toMatchObject({
    ok: true,
    once: "found",
    data: dataOf(first.results[1]),
  })
  const listed = () => {
    const issues = ghx.issue.list({ ...hello, first: 2 })
    const body = "Hi."
    return chain(
      issues,
      each(issues.out.items, ({ number }) =>
        ghx.issue.comments.create({ ...hello, issue_number: number, body }),
      ),
    )
  }
  const greeted = await runs().run("greet", listed())
  const { length } = sandbox.applied
  forget("greet", 2)
  const greetedAgain = await runs().run("greet", listed())
  expect(greetedAgain.results[1].data).toEqual(greeted.results[1].data)
  expect(sandbox.applied).toHaveLength(length)
})

it("a durable run refuses other tasks under its name and reports the difference", async () => {
  await runs().run("nightly", tasks.slice(0, 1))
  const [first] = tasks
  const other = { ...first, input: { ...first.input, title: "Nightly passed" } }
  await expect(runs().run("nightly", [other])).rejects.toMatchObject({
    reason: "different",
    message: expect.stringContaining('#0/input/title was "Nightly failed", is "Nightly passed"'),
  })
  await expect(runs().run("nightly", tasks)).rejects.toThrow(/#1 was not there, is /)
  const ghx = createGhx({ client: client() })
  const made = (title: string) =>
    sequence(ghx.user.me({}), () => ghx.issue.create({ ...hello, title }))
  await runs().run("made", made("One"))
  await expect(runs().run("made", made("Two"))).rejects.toThrow(
    /#1 issue.create has a different input/,
  )
})

it("a durable run is executed by one process at a time", async () => {
  const journal = fileJournal(folder)
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let hasBegun = () => {}
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const begin: Journal["begin"] = async (...given) => {
    hasBegun()
    await held
    await journal.begin(...given)
  }
  const first = durable(client(), { journal: { ...journal, begin } }).run("nightly", tasks)
  await begun
  const other = durable(client(), { journal: fileJournal(folder), wait_ms: 0 })
  await expect(other.run("nightly", tasks)).rejects.toMatchObject({ reason: "in_use" })
  const signal = AbortSignal.timeout(50)
  const aborted: unknown = await runs()
    .run("nightly", tasks, { signal })
    .catch((one) => one)
  expect(aborted).toBeInstanceOf(ChainAborted)
  expect(aborted).toMatchObject({ envelope: { meta: { succeeded: 0, total: 3 } } })
  goOn()
  // A second caller gets the results of the first.
  const second = await runs().run("nightly", tasks)
  expect(second.results).toEqual((await first).results)
  expect(sandbox.applied).toHaveLength(3)
})

it("the file journal warns of an incomplete last line and rejects any other broken line", async () => {
  const first = await runs().run("nightly", tasks)
  appendFileSync(join(folder, "nightly/journal.jsonl"), '{"kind":"resu')
  const warned: string[] = []
  const journal = fileJournal(folder, { warn: (message) => warned.push(message) })
  expect((await durable(client(), { journal }).run("nightly", tasks)).results).toEqual(
    first.results,
  )
  expect(warned.join()).toContain("its last line is incomplete")
  warned.length = 0
  expect(await journal.read("nightly")).toHaveLength(8)
  expect(warned).toEqual([])
  const file = join(folder, "nightly/journal.jsonl")
  writeFileSync(file, readFileSync(file, "utf8").replace('"kind":"intent"', '"kind":"int'))
  await expect(journal.read("nightly")).rejects.toThrow(/journal.jsonl:2 cannot be read/)
})

it("a durable run sends no write whose intent the journal cannot store", async () => {
  const journal = fileJournal(folder)
  const full: Journal = {
    ...journal,
    begin: async (run, entries) => {
      if (entries.some(({ kind }) => kind === "intent")) throw new Error("no space left")
      await journal.begin(run, entries)
    },
  }
  const run = durable(client(), { journal: full, lease_ms: 5000 }).run("nightly", tasks)
  await expect(run).rejects.toMatchObject({ reason: "store", message: /no space left/ })
  expect(sandbox.applied).toEqual([])
})

it("a durable run without a writable folder fails and sends nothing", async () => {
  // Permissions do not stop root, but a file in place of the folder does.
  writeFileSync(join(folder, "nightly"), "")
  await expect(runs().run("nightly", tasks)).rejects.toMatchObject({
    reason: "store",
    message: expect.stringContaining(join(folder, "nightly")),
  })
  expect(sandbox.applied).toEqual([])
})

it("a durable run stops if its folder is moved, and once restored sends nothing twice", async () => {
  const place = join(folder, "nightly")
  const journal = fileJournal(folder)
  const own = durable(client(), { journal, lease_ms: 2000 })
  const onStep = () => {
    if (existsSync(place)) renameSync(place, `${place}.away`)
  }
  await expect(own.run("nightly", tasks, { onStep })).rejects.toMatchObject({
    reason: "store",
    message: expect.stringMatching(/journal/),
  })
  expect(sandbox.applied.length).toBeLessThan(3)
  renameSync(`${place}.away`, place)
  expect(await runs().run("nightly", tasks)).toMatchObject({ status: "success" })
  const once = sandbox.applied.filter(({ mutation }) => mutation !== "closeIssue")
  expect(once.map(({ mutation }) => mutation)).toEqual(["createIssue", "addComment"])
})

rarely("a durable run stops if another process has taken its lease", async () => {
  const journal = fileJournal(folder)
  const [leases, taken]: [string[], Journal] = [[], { ...journal }]
  const stolen: Journal = {
    ...taken,
    lease: async (run, ms) => {
      const lease = await journal.lease(run, ms)
      leases.push(run)
      return lease && { ...lease, renew: async () => false }
    },
  }
  sandbox.injectFault({ match: { body_includes: "mutation" }, delay_ms: 8_000, times: 1 })
  const run = durable(client(), { journal: stolen, lease_ms: 6_000 }).run("nightly", tasks)
  await expect(run).rejects.toMatchObject({ reason: "lost" })
  // GitHub applies the pending request, and nothing was sent after it.
  await vi.waitFor(() => expect(sandbox.applied).toHaveLength(1))
})

it("durable refuses an invalid run name and a recording client", async () => {
  for (const name of ["", "../up", "a b", "x".repeat(65), 7 as unknown as string])
    await expect(runs().run(name, tasks)).rejects.toThrow(TypeError)
  const { client: recording } = recordingClient(client())
  expect(() => durable(recording, { journal: fileJournal(folder) })).toThrow(/record its writes/)
  expect(await fileJournal(join(folder, "none")).runs()).toEqual([])
})

it("an aborted durable run continues later and sends nothing twice", async () => {
  const ended = new AbortController()
  const onStep = () => ended.abort(new Error("enough"))
  const run = runs().run("nightly", tasks, { signal: ended.signal, onStep })
  await expect(run).rejects.toThrow(ChainAborted)
  expect(sandbox.applied.length).toBeLessThan(3)
  // The pending request may arrive late.
  const later = durable(client(100), { journal: fileJournal(folder) })
  expect(await later.run("nightly", tasks)).toMatchObject({ status: "success" })
  const once = sandbox.applied.filter(({ mutation }) => mutation !== "closeIssue")
  expect(once.map(({ mutation }) => mutation)).toEqual(["createIssue", "addComment"])
})
