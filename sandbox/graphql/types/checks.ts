import {
  ACTIONS_APP,
  type CommitIn,
  commitNode,
  jobsOf,
  OWN_APP,
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
  type Workflow,
  type WorkflowJob,
  type WorkflowRun,
} from "../../tables/index.js"
import {
  address,
  byId,
  constants,
  type Field,
  type Fields,
  list,
  listById,
  NotModelled,
  type OrderedArgs,
  type PageArgs,
  properties,
} from "../field/index.js"
import { pullsOf } from "./lists.js"
import { isRequired, type RequiredArgs } from "./required.js"

export const actionsApp = { kind: "App", ...ACTIONS_APP } as const

/** The App that installation tokens are of. */
export const ownApp = { kind: "App", ...OWN_APP } as const

export const appFields: Fields<typeof actionsApp | typeof ownApp> = {
  ...properties<typeof actionsApp | typeof ownApp>(
    ...([
      "id",
      "databaseId",
      "slug",
      "name",
      "description",
      "url",
      "createdAt",
      "updatedAt",
    ] as const),
  ),
  logoUrl: (app, args: { size?: number | null }) =>
    `https://avatars.githubusercontent.com/in/${app.databaseId}?${args.size ? `s=${args.size}&` : ""}v=4`,
}

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
  checkRuns: listById((suite, { store }, args: CheckRunArgs) => {
    const run = runOf(store, suite)
    const isLatest = args.filterBy?.checkType !== "ALL"
    const jobs = isLatest ? jobsOf(store, run) : store.rowsBy("workflowJobs", "run", run.id)
    return jobs.filter(isWanted(store, args.filterBy))
  }),
  matchingPullRequests: pullsOf((suite, { store }) => {
    const { repositoryId, headBranch, headOid } = runOf(store, suite)
    return store
      .rowsBy("pullRequests", "head", pair(repositoryId, headBranch))
      .filter((pull) => pull.headRefOid === headOid)
  }),
  ...address<CheckSuite>("", (suite, store) => {
    const { id, headOid, repositoryId } = runOf(store, suite)
    const home = resourcePath(store, store.get("repositories", repositoryId))
    return `${home}/commit/${headOid}/checks?check_suite_id=${id}`
  }),
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
export const checkSuites: Field<CommitIn> = list(
  (commit: CommitIn, { store }, args: SuiteArgs) => {
    const { appId, checkName } = args.filterBy ?? {}
    return runsOn(store, commit).filter(
      (run) =>
        (!appId || appId === appOf(run).databaseId) &&
        (!checkName || jobsOf(store, run).some((job) => job.name === checkName)),
    )
  },
  { order: byId(), node: suiteOf },
)

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
  annotations: list((job): CheckAnnotation[] => {
    if (!job.annotations) throw new NotModelled("CheckRun.annotations", "annotations")
    return job.annotations.map((one, index) => ({ kind: "CheckAnnotation", ...one, index, job }))
  }),
  checkSuite: (job, _, { store }) => suiteOf(runOfJob(store, job)),
  repository: (job, _, { store }) => repositoryOf(store, job),
  detailsUrl: (job, _, { store }) => job.check?.detailsUrl ?? webUrl(store, job),
  permalink: (job, _, { store }) => webUrl(store, job),
  steps: list((job, _context, args: PageArgs & { number?: number | null }): Step[] =>
    job.steps
      .map((step, index) => ({ kind: "CheckStep" as const, ...step, number: index + 1, job }))
      .filter(({ number }) => !args.number || number === args.number),
  ),
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

export const workflowRunFields: Fields<WorkflowRun> = {
  checkSuite: suiteOf,
}

export const workflowFields: Fields<Workflow> = {
  ...address<Workflow>("", (workflow, store) => {
    const home = resourcePath(store, store.get("repositories", workflow.repositoryId))
    return `${home}/actions/workflows/${workflow.path.split("/").at(-1)}`
  }),
  runs: list(
    (workflow, { store }) => store.rowsBy("workflowRuns", "workflow", workflow.id),
    (args: OrderedArgs<"CREATED_AT">) => ({
      order: {
        keys: (run) => [run.createdAt, run.id],
        descending: args.orderBy?.direction !== "ASC",
      },
    }),
  ),
}
