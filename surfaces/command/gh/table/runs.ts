import { DEFAULT_BRANCH } from "../lookup/index.js"
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
  by,
  type Commands,
  type ComputedFields,
  changes,
  filling,
  interval,
  type Members,
  named,
  nothing,
  printing,
  ResultOf,
  type Step,
  switches,
  TEXT,
} from "./step.js"

const job = filling("-j job=job_id")

const MOST_LINES = 5000

const states = ["status", "conclusion"]

/** gh returns an empty text instead of null. */
const lowered = (value: unknown) => (value === null ? "" : String(value).toLowerCase())

const runFields: ComputedFields = {
  conclusion: ({ conclusion }) => lowered(conclusion),
  ...named("name=workflow number=run_number"),
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

const exitFlag = switches({ "exit-status": "Exit with 1 if the run did not succeed." })

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

const jobs: Members = {
  ...lowStates,
  ...named("databaseId=job_id url started_at completed_at"),
  steps: ({ steps }) =>
    itemsOf(steps).map((step) => membersOf({ ...lowStates, number: "number" }, step)),
}

const attempt = filling({ "-a attempt=attempt_number": "An attempt (default: the latest)." })

const withSteps = { first: 100, include_steps: true }

const lists: readonly Step[] = [
  listing(
    "workflow.run.jobs.list",
    { jobs },
    { usual: withSteps, without: ["log-failed", "job", "log", "attempt"] },
  ),
  listing(
    "workflow.run.attempt.jobs.list",
    { jobs },
    {
      usual: withSteps,
      and: ["attempt"],
      without: ["log-failed", "job", "log"],
      flags: attempt,
    },
  ),
]

const viewingRun: Pick<Step, "id" | "lower" | "computed"> = {
  id: "workflow.run.view",
  lower: states,
  computed: runFields,
}

const verbose = switches({ "-v verbose": "Print all steps of the jobs." })

const printedSteps: Omit<Step, "id"> = {
  given: ["verbose"],
  and: [TEXT],
  usual: withSteps,
  isBare: true,
  all: true,
  combines: ([run, page]) => ({ ...Object(run), jobs: Object(page).items }),
}

const debug = filling({ "-d debug=enable_debug_logging:true": "Log debug messages." })

export const runs: Commands = {
  "run list": {
    id: "workflow.runs.list",
    flags: {
      ...filling("-w workflow=workflow_id", "-u user=actor", "-c commit=head_sha"),
      ...switches({ "-a all": "Ignored: runs of disabled workflows are always listed." }),
    },
    lower: states,
    computed: runFields,
    prints: runColumns,
  },
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
      flags: verbose,
    },
    {
      ...printedSteps,
      id: "workflow.run.jobs.list",
      without: ["log-failed", "job", "log", "attempt"],
      flags: verbose,
      prints: runView,
    },
    {
      ...printedSteps,
      id: "workflow.run.attempt.jobs.list",
      and: ["attempt", TEXT],
      without: ["log-failed", "job", "log"],
      flags: { ...verbose, ...attempt },
      prints: attemptView,
    },
    by(switches({ "log-failed": "" }), "workflow.run.failure", {
      without: ["log", "job"],
      prints: failureView,
      reads: ["failures"],
    }),
    by(
      switches({ log: "Logs of all jobs, or of the job in --job." }),
      "workflow.run.logs.download",
      {
        without: ["job"],
        isLog: true,
      },
    ),
    {
      id: "workflow.job.view",
      given: ["job"],
      without: ["log", "log-failed"],
      flags: { ...job, ...verbose },
      lower: states,
      prints: jobView,
    },
    {
      id: "workflow.job.logs.view",
      given: ["log"],
      and: ["job"],
      flags: { ...job, ...switches({ log: "" }) },
      usual: { lines: MOST_LINES },
      prints: jobLog,
    },
    {
      id: "workflow.job.logs.view",
      given: ["log-failed"],
      and: ["job"],
      flags: { ...job, ...switches({ "log-failed": "" }) },
      prints: jobLog,
    },
  ],
  "run watch": {
    id: "workflow.run.wait",
    flags: { ...exitFlag, ...interval },
    prints: runEnded,
    ...exitStatus,
  },
  "run download": {
    id: "workflow.run.artifacts.list",
    saves: "artifacts",
    flags: {
      ...filling({
        "-n name=": "Only artifacts with this name.",
        "-p pattern=": "Only artifacts whose names match this pattern, such as build-*.",
        "-D dir=": "Folder for the files (default: the current one).",
      }),
      ...switches({ clobber: "Overwrite existing files." }),
    },
  },
  "run cancel": {
    id: "workflow.run.cancel",
    prints: ({ run_id }) => `✓ Request to cancel workflow ${run_id} submitted.\n`,
  },
  "run delete": {
    id: "workflow.run.delete",
    isConfirmed: true,
    prints: () => "✓ Request to delete workflow submitted.\n",
  },
  "run rerun": printing(
    nothing,
    { id: "workflow.run.rerun", without: ["failed", "job"], flags: debug },
    {
      id: "workflow.run.rerun_failed",
      given: ["failed"],
      flags: { ...switches({ failed: "" }), ...debug },
    },
    { id: "workflow.job.rerun", given: ["job"], flags: { ...job, ...debug } },
  ),
  "workflow list": {
    id: "workflow.list",
    flags: switches({ "-a all": "Ignored: disabled workflows are always listed." }),
    prints: ["name", lower("state"), "workflow_id"],
    lower: ["state"],
    computed: { id: "workflow_id" },
  },
  "workflow view": [
    { id: "workflow.view", without: ["yaml"] },
    {
      id: "workflow.runs.list",
      without: ["yaml"],
      and: [TEXT],
      fixed: { workflow_id: new ResultOf("workflow.view", "workflow_id"), first: 5 },
      combines: ([workflow, runs]) => ({ ...Object(workflow), runs }),
      prints: workflowView,
    },
    { id: "workflow.view", given: ["yaml"], isAside: true },
    {
      id: "repo.file.view",
      given: ["yaml"],
      flags: {
        ...switches({ "-y yaml": "Print the file of the workflow." }),
        ...filling({ "-r ref": "Branch or tag of the file." }),
      },
      fixed: { path: new ResultOf("workflow.view", "path") },
      prints: fileText,
    },
  ],
  ...changes(nothing, {
    "workflow enable": "workflow.enable",
    "workflow disable": "workflow.disable",
    "workflow run": {
      id: "workflow.dispatch",
      alone: "Pass the branch as --ref",
      readsJson: true,
      usual: { ref: DEFAULT_BRANCH },
      flags: filling("-r ref", "-F field=inputs@fields", "-f raw-field=inputs@pairs"),
    },
  }),
}
