/** Plans over the capabilities, and the effect of running them. */
import { type ClientOptions, createExecutor, type Intent, listCapabilities } from "ghx"
import { plan } from "ghx/plan"
import { type Sandbox, type Seed, startSandbox } from "ghx/sandbox"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import table from "../../generated/plan.json" with { type: "json" }
import { blocksOf, pages } from "../pages.js"
import { smallFixture } from "../small-fixture.js"

const repo = { owner: "octocat", repo: "hello-world" }
const twice = { title: "Same words", author: "hubot" }
const seed: Seed = {
  ...smallFixture,
  repositories: (smallFixture.repositories ?? []).map((one) =>
    one.owner === "octocat" && one.name === "hello-world"
      ? {
          ...one,
          issues: [...(one.issues ?? []), { ...twice, number: 20 }, { ...twice, number: 21 }],
        }
      : one,
  ),
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed })
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.close())

/** Runs a plan, and returns the result of its last step. */
async function run(intent: string, entities: object, options: ClientOptions = {}) {
  const { steps, missing } = plan({ intent, entities: { ...repo, ...entities } })
  expect(missing).toEqual([])
  const client = { base_url: sandbox.url, token: sandbox.token, retry: false as const, ...options }
  const { results } = await createExecutor(client).executeTasks(steps)
  const tools = steps.map(({ tool }) => tool).join(" > ")
  return { tools, result: Object(results.at(-1)) }
}

const view = async (issue_number: number): Promise<object> => {
  const { execute } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
  const issue = await execute("issue.view", { ...repo, issue_number })
  return issue.ok ? issue.data : issue.error
}

describe("a plan that is run", () => {
  it("closes the issue found by its title", async () => {
    const { tools, result } = await run("issue.close", { title: "greet in french" })
    expect(tools).toBe("issue.list > issue.close")
    expect(result).toMatchObject({ ok: true, data: { number: 5, state: "CLOSED" } })
    expect(await view(5)).toMatchObject({ state: "CLOSED" })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("renames the issue found by its old title", async () => {
    const { result } = await run("issue.update", { issue_title: "Found a bug", title: "Fixed" })
    expect(result).toMatchObject({ data: { number: 1, title: "Fixed" } })
  })

  it("adds labels to the issue found by its title", async () => {
    const { result } = await run("issue.labels.add", { title: "Found a bug", labels: ["question"] })
    expect(result).toMatchObject({ data: { number: 1, labels: ["bug", "question"] } })
  })

  it("finds a closed issue only if the entities ask for closed ones", async () => {
    const closed = { title: "How do I install this?", states: ["CLOSED"] }
    expect((await run("issue.reopen", closed)).result).toMatchObject({ data: { number: 3 } })
    sandbox.reset()
    const entities = { title: closed.title, state: "CLOSED" }
    expect((await run("issue.reopen", entities)).result).toMatchObject({ data: { number: 3 } })
    sandbox.reset()
    const { result } = await run("issue.reopen", { title: closed.title })
    expect(result).toMatchObject({
      error: { code: "NOT_FOUND", details: { listed: { states: ["OPEN"] } } },
    })
  })

  it("replies in the review thread at a line of the pull request found by its title", async () => {
    const { tools, result } = await run("pr.thread.reply", {
      pull_title: "Add polite greetings",
      path: "src/greet.js",
      line: 2,
      body: "Done.",
    })
    expect(tools).toBe("pr.list > pr.threads.list > pr.thread.reply")
    expect(result).toMatchObject({ ok: true, data: { state: "SUBMITTED" } })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("merges the pull request found by its branch", async () => {
    const { tools, result } = await run("pr.merge", { head_ref: "polite-greeting" })
    expect(tools).toBe("pr.list > pr.merge")
    expect(result).toMatchObject({ data: { number: 7, merged: true } })
  })

  it("reruns the failed jobs of the run found by its branch", async () => {
    const { tools, result } = await run("workflow.run.rerun_failed", { branch: "polite-greeting" })
    expect(tools).toBe("workflow.runs.list > workflow.run.rerun_failed")
    expect(result).toMatchObject({ ok: true })
    expect(sandbox.applied).toHaveLength(1)
  })

  it("finds a job within a run, and the runs of a workflow", async () => {
    const job = await run("workflow.job.logs.view", { name: "test", branch: "polite-greeting" })
    expect(job.tools).toBe("workflow.runs.list > workflow.run.jobs.list > workflow.job.logs.view")
    expect(job.result).toMatchObject({ ok: true, data: { log: expect.any(String) } })
    const runs = await run("workflow.runs.list", { workflow_name: "deploy" })
    expect(runs.result).toMatchObject({ data: { items: [] } })
  })
})

it("a step of a plan is not sent if the step it depends on fails", async () => {
  const { result } = await run("issue.close", { repo: "nowhere", title: "Found a bug" })
  expect(result.error).toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringMatching(/^Not sent: issue_list failed: /),
    details: { because: "issue_list", outcome: "not_sent" },
  })
  expect(sandbox.applied).toHaveLength(0)
})

describe("the object that a plan looks up", () => {
  it("is left for the user to choose if no entity identifies it", async () => {
    const made = plan({ intent: "issue.close", entities: repo, user_message: "Close it" })
    expect(made).toMatchObject({ requires_chaining: true, steps: [{ tool: "issue.list" }] })
    const { result } = await run("issue.close", {})
    expect(Object(result.data).items).toHaveLength(5)
    expect(plan({ intent: "pr.thread.resolve", entities: { ...repo, path: "a" } }).steps).toEqual([
      expect.objectContaining({ tool: "pr.list", depends_on: null }),
    ])
  })

  it("is not taken from several matches", async () => {
    const { result } = await run("issue.close", { title: "Same words" })
    expect(result.error).toMatchObject({
      code: "VALIDATION",
      message: 'Not sent: 2 of the 5 items of issue_list have title "Same words": number 21, 20',
      details: { matches: [{ number: 21 }, { number: 20 }], outcome: "not_sent" },
    })
    expect(sandbox.applied).toHaveLength(0)
  })

  it("is NOT_FOUND with a suggestion if nothing matches", async () => {
    const { result } = await run("issue.close", { title: "Found a bag" })
    expect(result.error).toMatchObject({
      code: "NOT_FOUND",
      details: { candidates: ["Found a bug"], outcome: "not_sent" },
    })
    expect(sandbox.applied).toHaveLength(0)
  })

  it("is not taken from several partial matches", async () => {
    const { result } = await run("issue.close", { title: "same" })
    expect(result.error).toMatchObject({ code: "VALIDATION" })
  })
})

describe("a plan of a guarded client", () => {
  it.each([
    ["found by title", { title: "Greet in French" }],
    ["given by number", { issue_number: 5 }],
  ])(
    "asks for confirmation before any request to delete an issue that is %s",
    async (_, entities) => {
      const unasked = await run("issue.delete", entities)
      expect(unasked.result.error).toMatchObject({ code: "AUTH", details: { guard: "confirm" } })
      expect(sandbox.requests).toHaveLength(0)
      const asked: Intent[] = []
      const confirm = (intent: Intent) => asked.push(intent) > 0
      expect((await run("issue.delete", entities, { confirm })).result).toMatchObject({ ok: true })
      expect(asked).toMatchObject([{ capability_id: "issue.delete", input: { issue_number: 5 } }])
    },
  )

  it("requires confirmation for a destructive step that is executed alone", async () => {
    const [step] = plan({ intent: "issue.delete", entities: { ...repo, issue_number: 5 } }).steps
    const { executeTask } = createExecutor({ base_url: sandbox.url, token: sandbox.token })
    const refused = await executeTask(step ?? { task: "", input: {} })
    expect(refused).toMatchObject({ error: { code: "AUTH", details: { guard: "confirm" } } })
    expect(sandbox.requests).toHaveLength(0)
  })

  it("writes nothing if a step is denied or the token is read-only", async () => {
    const { result } = await run(
      "issue.close",
      { title: "Greet in French" },
      { deny: ["issue.close"] },
    )
    expect(result.error).toMatchObject({ code: "AUTH" })
    expect(sandbox.requests).toHaveLength(0)
    const reader = { token: "read-only-token" }
    const refused = await run("issue.close", { title: "Greet in French" }, reader)
    expect(refused.result.ok).toBe(false)
    expect(sandbox.applied).toHaveLength(0)
  })
})

describe("a plan without steps", () => {
  const missing = (intent: string, entities: object) => {
    const made = plan({ intent, entities: { ...entities } })
    expect(made).toMatchObject({ requires_chaining: false, steps: [] })
    return made.missing
  }

  it("names what a list for an optional input lacks, and values that no item of a list has", () => {
    expect(
      missing("project.field.delete", { project_title: "Roadmap", field_id: "PVTF_1" }),
    ).toEqual([{ name: "owner", reason: "project.list needs it, but no capability lists it" }])
    const discussion = { ...repo, title: "How do I greet?", state_reason: "COMPLETED" }
    expect(missing("discussion.comments.list", discussion)).toEqual([
      {
        name: "state_reason",
        reason: "state_reason of a discussion is DUPLICATE, OUTDATED, REOPENED, RESOLVED",
      },
    ])
  })

  it("names the missing inputs with a reason", () => {
    expect(missing("issue.comments.create", { repo: "r", title: "Found a bug" })).toEqual([
      { name: "owner", reason: "issue.comments.create needs it, but no capability lists it" },
      { name: "body", reason: "issue.comments.create needs it, but no capability lists it" },
    ])
    const item = { owner: "octocat", project_number: 1, item_id: "PVTI_1", field: "Points" }
    expect(missing("project.item.update", { ...item, text: "5", number: 5 })).toEqual([
      {
        name: "text, number, date, option, iteration",
        reason: "Exactly one of text, number, date, option, iteration.",
      },
    ])
    expect(missing("pr.checkout", { ...repo, title: "Rewrite" })).toEqual([
      { name: "pull_number", reason: "pr.checkout cannot follow pr.list, which lists it" },
    ])
  })

  it("names unknown entities and intents, and suggests similar ones", () => {
    expect(missing("issue.close", { ...repo, titel: "Found a bug", branch: "main" })).toEqual([
      { name: "branch", reason: "is not an entity of issue.close" },
      { name: "titel", reason: "is not an entity of issue.close, did you mean `title`?" },
    ])
    expect(missing("issue.clsoe", repo)).toEqual([
      expect.objectContaining({ reason: expect.stringContaining("did you mean `issue.close`") }),
    ])
    expect(missing("issue.close", { ...repo, issue_number: "5" })).toEqual([
      { name: "issue_number", reason: "expected integer" },
    ])
  })

  it("is returned for repeated entities and for entities of another object", () => {
    const both = { ...repo, title: "Found a bug", issue_title: "Greet in French" }
    expect(missing("issue.close", both)).toEqual([
      { name: "title", reason: "repeats another entity; remove one of them" },
    ])
    // The workflow is optional, so the entity must have its noun as a prefix.
    expect(missing("workflow.runs.list", { ...repo, name: "CI" })).toEqual([
      {
        name: "name",
        reason: "is not an entity of workflow.runs.list, did you mean `workflow_name`?",
      },
    ])
  })

  it("is returned if one entity is an id and another finds an alternative input", () => {
    const entities = { ...repo, project_number: 1, content_id: "I_1", issue_title: "Found a bug" }
    expect(missing("project.item.add", entities)).toEqual([
      expect.objectContaining({ name: "content_id, content_url, issue_number, pull_number" }),
    ])
  })

  it("is returned if more than three steps are needed", () => {
    const entities = { ...repo, name: "test", branch: "main", workflow_name: "CI" }
    expect(missing("workflow.job.logs.view", entities)).toEqual([
      { name: "entities", reason: "needs 4 steps, but a plan has at most 3: add entities" },
    ])
  })
})

it.each([{ project_number: 1 }, { project_id: "PVT_1" }])(
  "a plan with one of two alternative inputs does not look up the other: %j",
  (project) => {
    const entities = { ...repo, ...project, issue_number: 1 }
    expect(plan({ intent: "project.item.add", entities }).steps).toHaveLength(1)
  },
)

it("the planner's table contains every capability", async () => {
  const ids = (await listCapabilities()).map(({ id }) => id)
  expect(Object.keys(table.tools).sort()).toEqual(ids.sort())
})

it("docs/plans.md shows the plan that the planner returns", () => {
  const entities = { ...repo, pull_number: 7, path: "config.json" }
  const { steps } = plan({ intent: "pr.thread.resolve", entities })
  const shown = pages
    .filter(({ path }) => path === "docs/plans.md")
    .flatMap(blocksOf)
    .filter(({ language }) => language === "json")
  expect(shown.map(({ text }) => JSON.parse(text))).toEqual([steps])
})
