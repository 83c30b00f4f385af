import {
  type CommitIn,
  commitNode,
  jobsOf,
  refNode,
  repositoryOf,
  resourcePath,
  runsOn,
  suiteNodeId,
  webUrl,
} from "../../state/index.js"
import {
  type Annotation,
  type JobStep,
  pair,
  type Store,
  type WorkflowJob,
  type WorkflowRun,
} from "../../tables/index.js"
import {
  byId,
  connection,
  constants,
  type Field,
  type Fields,
  NotModelled,
  type PageArgs,
  properties,
} from "../field/index.js"
import { actionsApp, ownApp } from "./app.js"
import { type PullListArgs, pullConnection } from "./lists.js"
import { isRequired, type RequiredArgs } from "./required.js"

/** GitHub's check suite of a workflow run; it has no row of its own. */
export interface CheckSuite {
  kind: "CheckSuite"
  runId: number
}

export const suiteOf = (run: WorkflowRun): CheckSuite => ({ kind: "CheckSuite", runId: run.id })

const runOf = (store: Store, suite: CheckSuite): WorkflowRun =>
  store.get("workflowRuns", suite.runId)

export const checkSuiteFields: Fields<CheckSuite> = {
  app: (suite, _, { store }) => appOf(runOf(store, suite)),
  id: ({ runId }) => suiteNodeId({ id: runId }),
  databaseId: ({ runId }) => runId,
  status: (suite, _, { store }) => runOf(store, suite).status,
  conclusion: (suite, _, { store }) => runOf(store, suite).conclusion,
  createdAt: (suite, _, { store }) => runOf(store, suite).createdAt,
  updatedAt: (suite, _, { store }) => runOf(store, suite).updatedAt,
  workflowRun: (suite, _, { store }) => {
    const run = runOf(store, suite)
    return run.workflowId === null ? null : run
  },
  repository: (suite, _, { store }) => repositoryOf(store, runOf(store, suite)),
  creator: (suite, _, { store }) => {
    const account = store.get("accounts", runOf(store, suite).actorId)
    return account.kind === "User" ? account : null
  },
  commit: (suite, _, { store }) => {
    const { repositoryId, headOid } = runOf(store, suite)
    return commitNode(repositoryId, headOid)
  },
  branch: (suite, _, context) => {
    const { repositoryId, headBranch } = runOf(context.store, suite)
    return refNode(context, repositoryId, `refs/heads/${headBranch}`)
  },
  checkRuns: (suite, args: CheckRunArgs, { store }, info) => {
    const run = runOf(store, suite)
    const isLatest = args.filterBy?.checkType !== "ALL"
    const jobs = isLatest ? jobsOf(store, run) : store.rowsBy("workflowJobs", "run", run.id)
    return connection(jobs.filter(isWanted(store, args.filterBy)), args, info, { order: byId() })
  },
  matchingPullRequests: (suite, args: PullListArgs, context, info) => {
    const { repositoryId, headBranch, headOid } = runOf(context.store, suite)
    return pullConnection(
      context,
      args,
      info,
      context.store
        .rowsBy("pullRequests", "head", pair(repositoryId, headBranch))
        .filter((pull) => pull.headRefOid === headOid),
    )
  },
  resourcePath: (suite, _, { store }) => suitePath(store, suite),
  url: (suite, _, { store }) => store.webUrl + suitePath(store, suite),
}

function suitePath(store: Store, suite: CheckSuite): string {
  const run = runOf(store, suite)
  const home = resourcePath(store, store.get("repositories", run.repositoryId))
  return `${home}/commit/${run.headOid}/checks?check_suite_id=${run.id}`
}

interface CheckRunFilter {
  appId?: number | null
  checkName?: string | null
  checkType?: "ALL" | "LATEST" | null
  conclusions?: readonly string[] | null
  status?: string | null
  statuses?: readonly string[] | null
}

interface CheckRunArgs extends PageArgs {
  filterBy?: CheckRunFilter | null
}

const appOf = ({ workflowId }: WorkflowRun) => (workflowId === null ? ownApp : actionsApp)

function isWanted(store: Store, filter: CheckRunFilter | null | undefined) {
  const { appId, checkName, conclusions, status, statuses } = filter ?? {}
  return (job: WorkflowJob): boolean =>
    (!appId || appId === appOf(runOfJob(store, job)).databaseId) &&
    (!checkName || job.name === checkName) &&
    (!conclusions?.length || conclusions.includes(job.conclusion ?? "")) &&
    (!status || job.status === status) &&
    (!statuses?.length || statuses.includes(job.status))
}

interface SuiteArgs extends PageArgs {
  filterBy?: { appId?: number | null; checkName?: string | null } | null
}

/** The suites of a commit. */
export const checkSuites: Field<CommitIn> = (commit, args: SuiteArgs, { store }, info) => {
  const { appId, checkName } = args.filterBy ?? {}
  const runs = runsOn(store, commit).filter(
    (run) =>
      (!appId || appId === appOf(run).databaseId) &&
      (!checkName || jobsOf(store, run).some((job) => job.name === checkName)),
  )
  return connection(runs, args, info, { order: byId(), node: suiteOf })
}

const runOfJob = (store: Store, job: WorkflowJob): WorkflowRun =>
  store.get("workflowRuns", job.runId)

export const checkRunFields: Fields<WorkflowJob> = {
  // Null for jobs of workflows.
  externalId: ({ check }) => check?.externalId ?? null,
  title: ({ check }) => check?.title ?? null,
  summary: ({ check }) => check?.summary ?? null,
  text: ({ check }) => check?.text ?? null,
  isRequired: (job, args: RequiredArgs, { store }) =>
    isRequired(store, { repositoryId: runOfJob(store, job).repositoryId, name: job.name }, args),
  annotations: (job, args: PageArgs, _context, info) => {
    if (!job.annotations) throw new NotModelled("CheckRun.annotations", "annotations")
    const annotations = job.annotations.map((one, index) => ({ ...one, index, job }))
    return connection(annotations, args, info, {
      node: (one): CheckAnnotation => ({ kind: "CheckAnnotation", ...one }),
    })
  },
  checkSuite: (job, _, { store }) => suiteOf(runOfJob(store, job)),
  repository: (job, _, { store }) => repositoryOf(store, job),
  detailsUrl: (job, _, { store }) => job.check?.detailsUrl ?? webUrl(store, job),
  permalink: (job, _, { store }) => webUrl(store, job),
  steps: (job, args: PageArgs & { number?: number | null }, _context, info) => {
    const steps = job.steps.map((step, index) => ({ ...step, number: index + 1, job }))
    const wanted = steps.filter(({ number }) => !args.number || number === args.number)
    return connection(wanted, args, info, {
      node: (step): Step => ({ kind: "CheckStep", ...step }),
    })
  },
}

interface CheckAnnotation extends Annotation {
  kind: "CheckAnnotation"
  index: number
  job: WorkflowJob
}

export const checkAnnotationFields: Fields<CheckAnnotation> = {
  ...properties<CheckAnnotation>("path", "message", "title"),
  annotationLevel: ({ annotation_level }) => annotation_level.toUpperCase(),
  rawDetails: ({ raw_details }) => raw_details,
  blobUrl: ({ path, job }, _, { store }) => {
    const run = runOfJob(store, job)
    return `${webUrl(store, store.get("repositories", run.repositoryId))}/blob/${run.headOid}/${path}`
  },
  location: (one) => ({
    start: { line: one.start_line, column: one.start_column },
    end: { line: one.end_line, column: one.end_column },
  }),
}

interface Step extends JobStep {
  kind: "CheckStep"
  number: number
  job: WorkflowJob
}

/** The times of single steps are unknown, so each step has its job's. */
export const checkStepFields: Fields<Step> = {
  ...properties<Step>("name", "number", "status", "conclusion"),
  ...constants({ externalId: null }),
  startedAt: ({ job }) => job.startedAt,
  completedAt: ({ job }) => job.completedAt,
  secondsToCompletion: ({ job }) =>
    job.completedAt === null
      ? null
      : (Date.parse(job.completedAt) - Date.parse(job.startedAt)) / 1000,
}
