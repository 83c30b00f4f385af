import type { SeedRun, SeedWorkflow } from "../public/index.js"

export const workflowPath = ({ name, path }: SeedWorkflow): string =>
  path ?? `.github/workflows/${name.toLowerCase().replace(/\W+/g, "-")}.yml`

/** The files that define the workflows of a seed, by path. */
export const workflowFiles = (workflows: readonly SeedWorkflow[]): Record<string, string> =>
  Object.fromEntries(workflows.map((workflow) => [workflowPath(workflow), textOf(workflow)]))

/** A workflow file from its known parts: name, triggers, jobs and their steps. */
function textOf({ name, dispatch, runs = [] }: SeedWorkflow): string {
  const jobs = new Map(runs.flatMap((run) => run.jobs ?? []).map((job) => [job.name, job]))
  if (jobs.size === 0) jobs.set(name, { name })
  const lines = [
    `name: ${quoted(name)}`,
    "on:",
    ...eventsOf(runs, dispatch !== undefined).map((event) => `  ${event}:`),
    ...inputLines(dispatch ?? {}),
    "jobs:",
    ...[...jobs.values()].flatMap((job) => [
      `  ${jobId(job.name)}:`,
      `    name: ${quoted(job.name)}`,
      "    runs-on: ubuntu-latest",
      "    steps:",
      ...(job.steps ?? [{ name: `Run ${job.name}` }]).flatMap((step) => [
        `      - name: ${quoted(step.name)}`,
        '        run: "true"',
      ]),
    ]),
  ]
  return `${lines.join("\n")}\n`
}

/** `workflow_dispatch` comes last, so that its inputs can follow. */
function eventsOf(runs: readonly SeedRun[], isDispatched: boolean): string[] {
  const seen = new Set(runs.map((run) => run.event ?? "push"))
  seen.delete("workflow_dispatch")
  if (seen.size === 0 && !isDispatched) seen.add("push")
  return [...seen, ...(isDispatched ? ["workflow_dispatch"] : [])]
}

function inputLines(inputs: NonNullable<SeedWorkflow["dispatch"]>): string[] {
  const names = Object.keys(inputs)
  if (names.length === 0) return []
  return [
    "    inputs:",
    ...names.flatMap((name) => {
      const { required = false, default: value } = inputs[name] ?? {}
      return [
        `      ${quoted(name)}:`,
        `        required: ${required}`,
        ...(value === undefined ? [] : [`        default: ${quoted(value)}`]),
      ]
    }),
  ]
}

/** JSON strings are valid YAML. */
const quoted = (text: string): string => JSON.stringify(text)

const jobId = (name: string): string => {
  const id = name.toLowerCase().replace(/[^a-z0-9_-]+/g, "-")
  return /^[a-z_]/.test(id) ? id : `_${id}`
}
