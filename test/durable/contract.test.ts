/**
 * The promises of every engine, with real servers and processes that are killed: each object is created
 * once, the results are the same, and no finished step is sent again.
 */
import { rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import type { JournalEntry } from "ghx/durable"
import { type Sandbox, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createFolderWithPackage } from "../installed.js"
import { needs } from "../needs.js"
import { ROOT } from "../projects.js"
import { serverPath } from "../server-paths.js"
import { all, some } from "../some.js"
import {
  begin,
  type Crash,
  type Engine,
  engines,
  type Given,
  type Process,
  type Run,
  type Store,
  until,
} from "./engines.js"

const LEASE_MS = 1500
/** A queue assigns a run to a worker in the same way, however the last worker died. */
const killsOn = (engine: Engine) => (all ? 200 : engine.name === "file" ? 2 : 1)
/** Queues share ghx's part: without ALL=1, what does not depend on the queue is tested with the last one only. */
const isOne = (engine: Engine) => all || !engine.needed || engine === engines.at(-1)
/** Each has five steps. */
const GROUPS = all ? 20 : 2
const AWAY_MS = all ? 10_000 : 1500
/** For each killed process, its successor has to start and to wait for the lease. */
const TIMEOUT_MS = all ? 2_300_000 : 900_000

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  folder = await createFolderWithPackage("durable")
  await bundlePrograms(folder)
  sandbox = await startSandbox({ now: () => new Date() })
})
beforeEach(() => sandbox.reset())
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Writes a program for each engine into the folder. Libraries are bundled, because loading their many files takes most
 * of the time of a process; ghx is the package as it is built.
 */
async function bundlePrograms(folder: string): Promise<void> {
  const optional = ["pg-native", "winston", "winston-transport", "@opentelemetry/*"]
  await build({
    entryPoints: engines.map(({ name }) => join(ROOT, `test/durable/process/${name}.js`)),
    outdir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["ghx", ...optional],
    // Libraries are CommonJS modules, which require those of Node.
    banner: {
      js: 'import { createRequire } from "node:module"\nconst require = createRequire(import.meta.url)',
    },
    logLevel: "error",
  })
}

const hello = { owner: "octocat", repo: "hello-world" }

/** One group of five steps: reconciled by marker, reconciled by name, and idempotent ones. */
function group(name: string, after?: string) {
  const of = { ...hello, issue_number: { $from: name, path: "number" } }
  return [
    { task: "issue.create", input: { ...hello, title: name }, as: name, ...(after && { after }) },
    { task: "issue.comments.create", input: { ...of, body: `${name}, first` } },
    { task: "issue.comments.create", input: { ...of, body: `${name}, second` } },
    {
      task: "repo.label.create",
      input: { ...hello, name: `${name}-label`, color: "0e8a16" },
      after: name,
    },
    { task: "issue.close", input: of },
  ]
}

/** Groups one after the other. */
const groups = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, at) =>
    group(`${prefix}-${at}`, at > 0 ? `${prefix}-${at - 1}` : undefined),
  ).flat()

/**
 * Number of times that each change was made which must not be made twice. In a run that takes minutes, the sandbox's
 * merge queue merges, too.
 */
function made(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { mutation } of sandbox.applied)
    if (!/^(?:closeIssue|mergePullRequest)$/.test(mutation))
      counts[mutation] = (counts[mutation] ?? 0) + 1
  return counts
}

const once = (count: number) => ({ createIssue: count, addComment: 2 * count, createLabel: count })

/** Integers in [1, most], the same in each run. */
function randomly(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return 1 + (state % most)
  }
}

const dataOf = (entries: readonly JournalEntry[]) =>
  new Map(
    entries.flatMap((entry) =>
      entry.kind === "result" && !entry.error ? [[entry.step, entry.data] as const] : [],
    ),
  )

describe.each(engines)("durable runs on $name", (engine) => {
  const isThere = !engine.needed || serverPath(engine.needed) !== undefined
  let store: Store
  const started: Process[] = []
  beforeAll(async () => {
    if (isThere) store = await engine.open()
  })
  afterAll(async () => {
    for (const { child } of started) child.kill("SIGKILL")
    await Promise.allSettled(started.map(({ ended }) => ended))
    if (isThere) await store.close()
  })

  const start = (runs: readonly Run[], given: Partial<Given> = {}) => {
    const own = { folder, engine: engine.name, store, sandbox, lease_ms: LEASE_MS, runs }
    const one = begin({ ...own, ...given })
    started.push(one)
    return one
  }
  const eventually = (isSo: () => Promise<boolean> | boolean) => until(isSo, started)
  const end = async (...all: Process[]) => {
    for (const { child } of all) child.kill("SIGKILL")
    await Promise.all(all.map(({ ended }) => ended))
  }
  const read = (run: string) => store.journal.read(store.named(run))
  const isDone = async (run: string) => {
    const entries = await read(run)
    return entries.at(-1)?.kind === "end" && Object(entries.at(-1)).status === "success"
  }
  /** Starts processes until the runs are done, because on a busy machine a process may lose its lease. */
  const finish = async (...runs: readonly Run[]) => {
    const left = async () => {
      const done = await Promise.all(runs.map(({ run }) => isDone(run)))
      return runs.filter((_, at) => !done[at])
    }
    for (let found = await left(); found.length > 0; found = await left()) {
      const one = start(found)
      if (engine.name === "file") expect([0, 75]).toContain((await one.ended).end)
      else {
        await Promise.race([eventually(async () => (await left()).length === 0), one.ended])
        await end(one)
      }
    }
  }
  const test = (name: string, work: (context: Parameters<typeof needs>[1]) => Promise<void>) =>
    it(name, { timeout: TIMEOUT_MS }, async (context) => {
      if (engine.needed) needs(engine.needed, context)
      await work(context)
    })

  const ofOne = isOne(engine) ? test : () => undefined

  test("create one object each if a process dies at any moment of a write", async () => {
    // The store of a queue contains the same after sending as before it, and before the result is recorded.
    const isOwn = all || engine.name === "file"
    const moments = isOwn
      ? some(
          ["before begin", "before sending", "after sending", "before finish", "after finish"],
          2,
        )
      : ["after sending"]
    const runs = moments.map((where, at) => ({
      where,
      run: `moment-${at}`,
      tasks: group(`moment-${at}`),
    }))
    for (const { where, run, tasks } of runs) {
      await store.queue?.add(run, tasks)
      const crash = { where, at: 1 }
      const end = async () => (await start([{ run, tasks }], { crash }).ended).end
      let ended = await end()
      // On a busy machine, it may lose its lease before.
      while (ended === 75) ended = await end()
      expect(ended, where).toBe("SIGKILL")
    }
    await finish(...runs)
    expect(made()).toEqual(once(moments.length))
  })

  ofOne("repeat no finished step if their processes are killed again and again", async () => {
    const random = randomly(20_261_125)
    const kills = killsOn(engine)
    for (let [killed, round] = [0, 0]; killed < kills; round += 1) {
      sandbox.reset()
      const run = `killed-${round}`
      const tasks = groups(GROUPS, run)
      await store.queue?.add(run, tasks)
      while (killed < kills && !(await isDone(run))) {
        const before = dataOf(await read(run))
        const { length } = sandbox.requests
        const one = start([{ run, tasks }], { crash: { at: random(3 * GROUPS) } })
        const ended = one.ended.then(() => true)
        await Promise.race([ended, eventually(() => isDone(run))])
        if (one.child.exitCode === null && one.child.signalCode === null) await end(one)
        if ((await one.ended).end === "SIGKILL") killed += 1
        notAgain(tasks, before, length)
        const after = dataOf(await read(run))
        for (const [step, data] of before) expect(after.get(step)).toEqual(data)
      }
      await finish({ run, tasks })
      expect(made()).toEqual(once(GROUPS))
      await sameOnGithub(tasks, dataOf(await read(run)))
    }
  })

  ofOne("are executed once if two processes execute the same run", async () => {
    const [run, tasks] = ["both", groups(3, "both")]
    await store.queue?.add(run, tasks)
    const both = [start([{ run, tasks }]), start([{ run, tasks }])]
    if (engine.name === "file") {
      const ended = await Promise.all(both.map(({ ended }) => ended))
      const given = ended.flatMap(({ end, stdout }) => (end === 0 ? [JSON.parse(stdout)] : []))
      for (const one of given) expect(one).toEqual(given[0])
    } else await eventually(() => isDone(run))
    await end(...both)
    await finish({ run, tasks })
    expect(made()).toEqual(once(3))
  })

  ofOne("send nothing more from a process that has lost its lease", async () => {
    const [run, tasks] = ["asleep", groups(3, "asleep")]
    await store.queue?.add(run, tasks)
    const begun = async () => (await read(run)).filter(({ kind }) => kind === "intent").length
    const startUntilFourth = async () => {
      const crash: Crash = { where: "after begin", at: 4 - (await begun()), signal: "SIGSTOP" }
      return start([{ run, tasks }], { crash })
    }
    let asleep = await startUntilFourth()
    const isAsleep = async () => (await begun()) >= 4
    while (!(await isAsleep())) {
      await Promise.race([eventually(isAsleep), asleep.ended])
      // On a busy machine, it may lose its lease before.
      if (asleep.child.exitCode !== null && !(await isAsleep())) asleep = await startUntilFourth()
    }
    await finish({ run, tasks })
    const { length } = sandbox.applied
    asleep.child.kill("SIGCONT")
    if (engine.name === "file") expect(await asleep.ended).toMatchObject({ end: 75 })
    else {
      // Its lease has expired when it asks for work again.
      await store.queue?.add("awake", group("awake"))
      await eventually(() => isDone("awake"))
      await end(asleep)
      expect(made()).toEqual(once(4))
      return
    }
    expect(sandbox.applied).toHaveLength(length)
    expect(made()).toEqual(once(3))
  })

  if (engine.needed)
    ofOne("continue after the store was unavailable", async () => {
      const [run, tasks] = ["away", groups(8, "away")]
      await store.queue?.add(run, tasks)
      const one = start([{ run, tasks }], { lease_ms: 30_000 })
      await eventually(() => sandbox.applied.length > 4)
      await store.server?.kill()
      await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
      await store.server?.start()
      await eventually(() => isDone(run).catch(() => false))
      await end(one)
      expect(made()).toEqual(once(8))
    })

  if (engine.needed && all)
    test("set aside jobs that always fail or kill each worker, and finish the others", async () => {
      const missing = { task: "issue.close", input: { ...hello, issue_number: 404 } }
      await store.queue?.add("refused", [missing])
      await store.queue?.add("deadly", group("deadly"))
      await store.queue?.add("good", groups(2, "good"))
      const crash: Crash = { where: "before begin", at: 1, run: "deadly/0" }
      const settled = async () => {
        const names = ["deadly", "refused"]
        const found = await Promise.all(names.map((run) => store.queue?.status(run)))
        return found.every((one) => one?.failed === 1) && (await isDone("good"))
      }
      while (!(await settled())) {
        const one = start([], { crash, max_takeovers: 2 })
        await Promise.race([one.ended, eventually(settled)])
        await end(one)
      }
      expect(made()).toEqual(once(2))
      expect((await store.queue?.status("deadly"))?.failures).toMatchObject([
        { message: expect.stringContaining("3 processes in a row died") },
      ])
      expect((await store.queue?.status("refused"))?.failures).toMatchObject([
        { message: expect.stringMatching(/^#0 issue.close: .*Could not resolve/) },
      ])
      expect(await store.queue?.retry("deadly")).toBe(1)
      const clean = start([])
      await eventually(async () => (await store.queue?.status("deadly"))?.done === 1)
      await end(clean)
      expect(made()).toEqual(once(3))
      expect(await store.queue?.status("deadly")).toMatchObject({ failed: 0, failures: [] })
    })

  if (engine.needed)
    test("refuse other tasks under the same name, and cancel waiting jobs", async () => {
      const tasks = [...group("later"), ...group("apart")]
      expect(await store.queue?.add("later", tasks)).toEqual({ jobs: 2 })
      expect(await store.queue?.add("later", tasks)).toEqual({ jobs: 2 })
      await expect(store.queue?.add("later", group("other"))).rejects.toMatchObject({
        reason: "different",
      })
      expect(await store.queue?.status("later")).toMatchObject({ waiting: 2, active: 0, done: 0 })
      expect(await store.queue?.cancel("later")).toBe(2)
      expect(await store.queue?.status("later")).toMatchObject({ waiting: 0 })
      expect(await store.queue?.retry("later")).toBe(0)
    })
})

/** Checks that the later writes repeat nothing that was done before. */
function notAgain(
  tasks: readonly object[],
  done: ReadonlyMap<string, unknown>,
  since: number,
): void {
  const writes = sandbox.requests
    .slice(since)
    .filter(({ operation_type }) => operation_type === "mutation")
    .map(({ body }) => JSON.stringify(Object(body).variables))
  for (const step of done.keys()) {
    const { task, input } = Object(tasks[Number(step)])
    const text = input.title ?? input.body ?? input.name
    if (task === "issue.close") continue
    const again = writes.filter((variables) => variables.includes(`"${text}`))
    expect(
      again.filter((variables) => hasText(variables, text)),
      `${task} ${text}`,
    ).toEqual([])
  }
}

/** Whether one of the values is this text, with or without a marker behind it. */
const hasText = (variables: string, text: string) =>
  Object.values(JSON.parse(variables)).some(
    (value) => value === text || String(value).startsWith(`${text}\n`),
  )

/** The results in the journal match GitHub's state. */
async function sameOnGithub(
  tasks: readonly object[],
  results: ReadonlyMap<string, unknown>,
): Promise<void> {
  const headers = { authorization: `Bearer ${sandbox.token}` }
  for (const [at, one] of tasks.entries()) {
    const { task, input } = Object(one)
    if (task !== "issue.create") continue
    const { number } = Object(results.get(`${at}`))
    const path = `/repos/octocat/hello-world/issues/${number}`
    const issue = await (await fetch(`${sandbox.url}${path}`, { headers })).json()
    expect(issue).toMatchObject({ title: input.title, state: "closed", comments: 2 })
  }
}
