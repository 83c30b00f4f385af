/** `gh run` and `gh workflow`. */
import {
  attemptView,
  type Column,
  durationOf,
  exitCodeOfRun,
  failureView,
  fileText,
  itemsOf,
  jobLog,
  jobView,
  linesOf,
  lower,
  type Printed,
  runEnded,
  runView,
} from "../print/index.js"
import { listing, membersOf } from "./listed.js"
import {
  type Commands,
  type ComputedFields,
  type Flag,
  interval,
  type ListedFields,
  type Members,
  nothing,
  on,
  ResultOf,
  renamed,
  type Step,
} from "./step.js"
import { DEFAULT_BRANCH } from "./symbols.js"

const job: Flag = { short: "j", input: "job_id" }

/** The maximum that a call accepts. */
const MOST_LINES = 5000

const states = ["status", "conclusion"]

/** gh returns an empty text instead of null. */
const lowered = (value: unknown) => (value === null ? "" : String(value).toLowerCase())

const runFields: ComputedFields = {
  conclusion: { from: ["conclusion"], value: ({ conclusion }) => lowered(conclusion) },
  name: renamed("workflow"),
  number: renamed("run_number"),
}

const duration: Column = ({ started_at, created_at, updated_at }) =>
  durationOf(started_at ?? created_at, updated_at)

const aboutRun: readonly Column[] = [
  lower("status"),
  lower("conclusion"),
  "title",
  "workflow",
  "branch",
  "event",
]

const runColumns: Printed = [...aboutRun, "run_id", duration, "created_at"]

const exitStatus: Pick<Step, "exitCode" | "exitCodeWith"> = {
  exitCode: exitCodeOfRun,
  exitCodeWith: "exit-status",
}

const exitFlag: Readonly<Record<string, Flag>> = {
  "exit-status": { value: true, help: "Exit with 1 if the run did not succeed." },
}

const workflowView: Printed = ({ name, path, workflow_id, runs }, _, { table }) => {
  const { items, total_count } = Object(runs)
  const shown =
    table?.(items, "workflow.runs.list") ?? linesOf([...aboutRun, duration, "run_id"], { items })
  return [
    `${name} - ${String(path).split("/").at(-1)}\nID: ${workflow_id}\n`,
    `Total runs ${total_count}\nRecent runs\n${shown}`,
  ].join("\n")
}

const lowStates: Members = {
  name: "name",
  status: ({ status }) => lowered(status),
  conclusion: ({ conclusion }) => lowered(conclusion),
}

const jobs: ListedFields = {
  jobs: {
    members: {
      ...lowStates,
      databaseId: "job_id",
      url: "url",
      startedAt: "started_at",
      completedAt: "completed_at",
      steps: ({ steps }) =>
        itemsOf(steps).map((step) => membersOf({ ...lowStates, number: "number" }, step)),
    },
  },
}

const attempt: Readonly<Record<string, Flag>> = {
  attempt: { short: "a", input: "attempt_number", help: "An attempt (default: the latest)." },
}

/** The jobs of the attempt with their steps. */
const withSteps = { first: 100, include_steps: true }

const lists: readonly Step[] = [
  {
    ...listing("workflow.run.jobs.list", jobs),
    usual: withSteps,
    without: ["log-failed", "job", "log", "attempt"],
  },
  {
    ...listing("workflow.run.attempt.jobs.list", jobs),
    usual: withSteps,
    and: "attempt",
    without: ["log-failed", "job", "log"],
    flags: attempt,
  },
]

const viewingRun: Pick<Step, "id" | "lower" | "computed"> = {
  id: "workflow.run.view",
  lower: states,
  computed: runFields,
}

const verbose: Flag = { short: "v", ...on, help: "Print all steps of the jobs." }

const printedSteps: Omit<Step, "id"> = {
  given: ["verbose"],
  isText: true,
  usual: withSteps,
  isBare: true,
  all: true,
  combines: ([run, page]) => ({ ...Object(run), jobs: Object(page).items }),
}

const debug: Readonly<Record<string, Flag>> = {
  debug: { short: "d", input: "enable_debug_logging", value: true, help: "Log debug messages." },
}

export const runs: Commands = {
  "run list": [
    {
      id: "workflow.runs.list",
      flags: {
        workflow: { short: "w", input: "workflow_id" },
        user: { short: "u", input: "actor" },
        commit: { short: "c", input: "head_sha" },
        all: { short: "a", ...on, help: "Ignored: runs of disabled workflows are always listed." },
      },
      lower: states,
      computed: runFields,
      prints: runColumns,
    },
  ],
  "run view": [
    ...lists,
    {
      ...viewingRun,
      without: ["log-failed", "job", "log", "verbose", "attempt"],
      flags: exitFlag,
      prints: runView,
      ...exitStatus,
    },
    {
      ...viewingRun,
      given: ["attempt"],
      without: ["log-failed", "job", "log", "verbose"],
      flags: exitFlag,
      prints: attemptView,
      ...exitStatus,
    },
    {
      ...viewingRun,
      given: ["verbose"],
      without: ["log-failed", "job", "log"],
      flags: { verbose },
    },
    {
      ...printedSteps,
      id: "workflow.run.jobs.list",
      without: ["log-failed", "job", "log", "attempt"],
      flags: { verbose },
      prints: runView,
    },
    {
      ...printedSteps,
      id: "workflow.run.attempt.jobs.list",
      and: "attempt",
      without: ["log-failed", "job", "log"],
      flags: { verbose, ...attempt },
      prints: attemptView,
    },
    {
      id: "workflow.run.failure",
      given: ["log-failed"],
      without: ["log", "job"],
      flags: { "log-failed": on },
      prints: failureView,
      reads: ["failures"],
    },
    {
      id: "workflow.run.logs.download",
      given: ["log"],
      without: ["job"],
      flags: { log: { ...on, help: "Logs of all jobs, or of the job in --job." } },
      isLog: true,
    },
    {
      id: "workflow.job.view",
      given: ["job"],
      without: ["log", "log-failed"],
      flags: { job, verbose },
      lower: states,
      prints: jobView,
    },
    {
      id: "workflow.job.logs.view",
      given: ["log"],
      and: "job",
      flags: { job, log: on },
      usual: { lines: MOST_LINES },
      prints: jobLog,
    },
    {
      id: "workflow.job.logs.view",
      given: ["log-failed"],
      and: "job",
      flags: { job, "log-failed": on },
      prints: jobLog,
    },
  ],
  "run watch": [
    { id: "workflow.run.wait", flags: { ...exitFlag, interval }, prints: runEnded, ...exitStatus },
  ],
  "run download": [
    {
      id: "workflow.run.artifacts.list",
      saves: "artifacts",
      flags: {
        name: { short: "n", help: "Only artifacts with this name." },
        pattern: {
          short: "p",
          help: "Only artifacts whose names match this pattern, such as build-*.",
        },
        dir: { short: "D", help: "Folder for the files (default: the current one)." },
        clobber: { ...on, help: "Overwrite existing files." },
      },
    },
  ],
  "run cancel": [
    {
      id: "workflow.run.cancel",
      prints: ({ run_id }) => `✓ Request to cancel workflow ${run_id} submitted.\n`,
    },
  ],
  "run delete": [
    {
      id: "workflow.run.delete",
      isConfirmed: true,
      prints: () => "✓ Request to delete workflow submitted.\n",
    },
  ],
  "run rerun": [
    { id: "workflow.run.rerun", without: ["failed", "job"], flags: debug, prints: nothing },
    {
      id: "workflow.run.rerun_failed",
      given: ["failed"],
      flags: { failed: on, ...debug },
      prints: nothing,
    },
    {
      id: "workflow.job.rerun",
      given: ["job"],
      flags: { job: { short: "j", input: "job_id" }, ...debug },
      prints: nothing,
    },
  ],
  "workflow list": [
    {
      id: "workflow.list",
      flags: { all: { short: "a", ...on, help: "Ignored: disabled workflows are always listed." } },
      prints: ["name", lower("state"), "workflow_id"],
      lower: ["state"],
      computed: { id: renamed("workflow_id") },
    },
  ],
  "workflow view": [
    { id: "workflow.view", without: ["yaml"] },
    {
      id: "workflow.runs.list",
      without: ["yaml"],
      isText: true,
      fixed: { workflow_id: new ResultOf("workflow.view", "workflow_id"), first: 5 },
      combines: ([workflow, runs]) => ({ ...Object(workflow), runs }),
      prints: workflowView,
    },
    { id: "workflow.view", given: ["yaml"], isAside: true },
    {
      id: "repo.file.view",
      given: ["yaml"],
      flags: {
        yaml: { short: "y", ...on, help: "Print the file of the workflow." },
        ref: { short: "r", input: "ref", help: "Branch or tag of the file." },
      },
      fixed: { path: new ResultOf("workflow.view", "path") },
      prints: fileText,
    },
  ],
  "workflow enable": [{ id: "workflow.enable", prints: nothing }],
  "workflow disable": [{ id: "workflow.disable", prints: nothing }],
  "workflow run": [
    {
      id: "workflow.dispatch",
      alone: "Pass the branch as --ref",
      readsJson: true,
      usual: { ref: DEFAULT_BRANCH },
      prints: nothing,
      flags: {
        ref: { short: "r", input: "ref" },
        field: { short: "F", input: "inputs", as: "fields" },
        "raw-field": { short: "f", input: "inputs", as: "pairs" },
      },
    },
  ],
}
