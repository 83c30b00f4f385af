import type { RunScript, SeedAnnotation, SeedJob } from "../public/index.js"
import type { Annotation, RunConclusion, RunStatus, WorkflowJob } from "../tables/index.js"

/** The jobs that a script describes, without annotations by default; `first` is the one it means without a name. */
export function jobsIn(script: RunScript, first: string): readonly SeedJob[] {
  const { job, jobs = [], artifacts: _, ...outputs } = script
  const isOne = [job, outputs.log, outputs.annotations, outputs.steps].some(Boolean)
  const all = isOne ? [...jobs, { name: job ?? first, ...outputs }] : jobs
  return all.map((one) => ({ annotations: [], ...one }))
}

/** Completed by default. */
export function progressOf(
  seed: { status?: RunStatus; conclusion?: RunConclusion },
  otherwise: RunConclusion,
): { status: RunStatus; conclusion: RunConclusion | null } {
  const status = seed.status ?? "COMPLETED"
  return { status, conclusion: status === "COMPLETED" ? (seed.conclusion ?? otherwise) : null }
}

/** The results of a job that a seed or a script states. */
export function resultsOf(
  seed: SeedJob,
  startedAt: string,
): Pick<WorkflowJob, "status" | "conclusion" | "steps" | "log" | "annotations"> {
  const { status, conclusion } = progressOf(seed, "SUCCESS")
  // In a given list, failed steps are marked; the default step ends like its job.
  const usual = seed.steps ? "SUCCESS" : conclusion
  const steps = (seed.steps ?? [{ name: `Run ${seed.name}` }]).map((step) => ({
    name: step.name,
    status,
    conclusion: status === "COMPLETED" ? (step.conclusion ?? usual) : null,
  }))
  return {
    status,
    conclusion,
    steps,
    log: seed.log ?? synthesizedLog(startedAt, steps),
    annotations: seed.annotations?.map(annotationOf) ?? null,
  }
}

export const annotationOf = (given: SeedAnnotation): Annotation => ({
  end_line: given.start_line,
  start_column: null,
  end_column: null,
  annotation_level: "failure",
  title: null,
  raw_details: null,
  ...given,
})

/** A runner's log: a time before each line, and commands in `##[…]`. */
function synthesizedLog(at: string, steps: WorkflowJob["steps"]): string {
  const time = at.replace("Z", ".0000000Z")
  return steps
    .flatMap(({ name, conclusion }) => {
      if (conclusion === "SKIPPED" || conclusion === null) return []
      const failure =
        conclusion === "FAILURE" ? ["##[error]Process completed with exit code 1."] : []
      return [`##[group]${name}`, "##[endgroup]", ...failure]
    })
    .map((line) => `${time} ${line}\n`)
    .join("")
}
