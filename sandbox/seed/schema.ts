import { type Static, type TSchema, Type } from "typebox"
import type { Seed, SeedAddition, SeedToken } from "../public/index.js"
import { emptyLists } from "./empty-list-schemas.js"
import { planningOfOrganization, rulesOfRepository, webhook } from "./rule-schemas.js"
import {
  alertsOfRepository,
  globalAdvisory,
  peopleOfOrganization,
  stargazer,
  time,
} from "./security-schemas.js"
import { tokenSchema } from "./token-schema.js"

const closed = { additionalProperties: false } as const

const login = Type.String({ minLength: 1 })
const names = Type.Array(Type.String({ minLength: 1 }))
const text = Type.String()

const oneOf = <const Values extends string[]>(...values: Values) => Type.Enum<Values>(values)

const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

const permission = oneOf("READ", "TRIAGE", "WRITE", "MAINTAIN", "ADMIN")

const reaction = Type.Object({ user: login, content: text }, closed)

const comment = Type.Object(
  {
    author: login,
    body: text,
    created_at: optional(time),
    reactions: optional(Type.Array(reaction)),
  },
  closed,
)

const numbered = {
  number: optional(Type.Integer({ minimum: 1 })),
  title: text,
  body: optional(text),
  author: login,
  labels: optional(names),
  assignees: optional(names),
  /** Title of a milestone of the repository. */
  milestone: optional(text),
  comments: optional(Type.Array(comment)),
  reactions: optional(Type.Array(reaction)),
  locked: optional(Type.Boolean()),
  created_at: optional(time),
  updated_at: optional(time),
}

const issue = Type.Object(
  {
    ...numbered,
    state: optional(oneOf("OPEN", "CLOSED")),
    closed_at: optional(time),
    state_reason: optional(oneOf("COMPLETED", "NOT_PLANNED", "DUPLICATE")),
    pinned: optional(Type.Boolean()),
    /** Number of the parent issue, in the same repository. */
    parent: optional(Type.Integer({ minimum: 1 })),
    /** Numbers of issues in the same repository that must be closed first. */
    blocked_by: optional(Type.Array(Type.Integer({ minimum: 1 }))),
    /** Names of the owner's issue type and issue fields. */
    type: optional(text),
    fields: optional(
      Type.Record(text, Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())])),
    ),
  },
  closed,
)

const discussionCategory = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    emoji: optional(text),
    description: optional(text),
    answerable: optional(Type.Boolean()),
  },
  closed,
)

const discussionComment = {
  author: login,
  body: text,
  reactions: optional(Type.Array(reaction)),
  is_answer: optional(Type.Boolean()),
}

const discussion = Type.Object(
  {
    title: text,
    body: text,
    author: login,
    category: text,
    labels: optional(names),
    reactions: optional(Type.Array(reaction)),
    comments: optional(
      Type.Array(
        Type.Object(
          {
            ...discussionComment,
            replies: optional(Type.Array(Type.Object(discussionComment, closed))),
          },
          closed,
        ),
      ),
    ),
    state: optional(oneOf("OPEN", "CLOSED")),
    state_reason: optional(oneOf("DUPLICATE", "OUTDATED", "RESOLVED")),
    locked: optional(Type.Boolean()),
  },
  closed,
)

const thread = Type.Object(
  {
    path: text,
    line: optional(Type.Integer({ minimum: 1 })),
    start_line: optional(Type.Integer({ minimum: 1 })),
    side: optional(oneOf("LEFT", "RIGHT")),
    body: text,
    replies: optional(Type.Array(comment)),
    resolved_by: optional(login),
  },
  closed,
)

const review = Type.Object(
  {
    author: login,
    state: oneOf("PENDING", "COMMENTED", "APPROVED", "CHANGES_REQUESTED"),
    body: optional(text),
    threads: optional(Type.Array(thread)),
  },
  closed,
)

const pullRequest = Type.Object(
  {
    ...numbered,
    /** A branch of the repository, or `owner:branch` of a fork. */
    head: text,
    base: optional(text),
    state: optional(oneOf("OPEN", "CLOSED", "MERGED")),
    closed_at: optional(time),
    merged_at: optional(time),
    draft: optional(Type.Boolean()),
    merge_method: optional(oneOf("MERGE", "SQUASH", "REBASE")),
    merged_by: optional(login),
    review_requests: optional(names),
    auto_merge: optional(oneOf("MERGE", "SQUASH", "REBASE")),
    queued: optional(Type.Boolean()),
    reviews: optional(Type.Array(review)),
  },
  closed,
)

const commit = Type.Object(
  {
    message: text,
    author: optional(login),
    /** Path to content; null deletes the file. */
    files: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
  },
  closed,
)

const branch = Type.Object(
  {
    name: text,
    /** The base branch; the default branch by default. */
    from: optional(text),
    commits: optional(Type.Array(commit)),
  },
  closed,
)

const label = Type.Object(
  {
    name: text,
    /** Six hexadecimal digits. */
    color: optional(Type.String({ pattern: "^[0-9a-fA-F]{6}$" })),
    description: optional(text),
  },
  closed,
)

const milestone = Type.Object(
  {
    title: text,
    description: optional(text),
    due_on: optional(time),
    state: optional(oneOf("OPEN", "CLOSED")),
  },
  closed,
)

const releaseAsset = Type.Object(
  { name: text, label: optional(text), content_type: optional(text), content: text },
  closed,
)

const release = Type.Object(
  {
    tag: text,
    target: optional(text),
    name: optional(text),
    body: optional(text),
    author: optional(login),
    draft: optional(Type.Boolean()),
    prerelease: optional(Type.Boolean()),
    published_at: optional(time),
    assets: optional(Type.Array(releaseAsset)),
  },
  closed,
)

const conclusion = oneOf("SUCCESS", "FAILURE", "CANCELLED", "SKIPPED", "TIMED_OUT", "NEUTRAL")

/** Completed with this conclusion; without one, waiting or running. */
const progress = {
  status: optional(oneOf("QUEUED", "IN_PROGRESS", "COMPLETED")),
  conclusion: optional(conclusion),
}

const line = Type.Integer({ minimum: 1 })

const annotation = Type.Object(
  {
    path: text,
    start_line: line,
    end_line: optional(line),
    annotation_level: optional(oneOf("notice", "warning", "failure")),
    message: text,
    title: optional(text),
  },
  closed,
)

const outputs = {
  steps: optional(
    Type.Array(Type.Object({ name: text, conclusion: optional(conclusion) }, closed)),
  ),
  /** A line that ends with `##[group]NAME` begins the step of that name. */
  log: optional(text),
  /** `[]` declares that there are none. Without it, requests for them are refused. */
  annotations: optional(Type.Array(annotation)),
}

const job = Type.Object({ name: text, ...progress, ...outputs }, closed)

const event = {
  title: optional(text),
  event: optional(text),
  branch: optional(text),
  actor: optional(login),
}

const results = {
  jobs: optional(Type.Array(job)),
  /** Files that the run uploaded: path to content. */
  artifacts: optional(
    Type.Array(Type.Object({ name: text, files: Type.Record(Type.String(), text) }, closed)),
  ),
}

const run = Type.Object({ ...event, ...progress, ...results }, closed)

const script = {
  job: optional(text),
  conclusion: optional(conclusion),
  ...outputs,
  ...results,
}
export const scriptSchema = Type.Object(script, closed)
export const scriptedRunSchema = Type.Object({ ...event, ...script }, closed)

const workflow = Type.Object(
  {
    name: text,
    /** `.github/workflows/ci.yml`; derived from the name by default. */
    path: optional(text),
    disabled: optional(Type.Boolean()),
    /** Inputs of a workflow that can be started manually; without this property, it cannot. */
    dispatch: optional(
      Type.Record(
        Type.String(),
        Type.Object({ required: optional(Type.Boolean()), default: optional(text) }, closed),
      ),
    ),
    runs: optional(Type.Array(run)),
  },
  closed,
)

/** A status of the newest commit of a branch. */
const status = Type.Object(
  {
    context: text,
    state: oneOf("ERROR", "FAILURE", "PENDING", "SUCCESS"),
    /** The default branch by default. */
    branch: optional(text),
    creator: optional(login),
    description: optional(text),
    target_url: optional(text),
  },
  closed,
)

const cache = Type.Object(
  { key: text, ref: optional(text), size: optional(Type.Integer({ minimum: 0 })) },
  closed,
)

/** GitHub's form of topics: lower case, digits and hyphens. */
const topic = Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,49}$" })

const deployment = Type.Object(
  {
    environment: optional(text),
    ref: optional(text),
    description: optional(text),
    creator: optional(login),
    state: optional(
      oneOf("ERROR", "FAILURE", "INACTIVE", "IN_PROGRESS", "PENDING", "QUEUED", "SUCCESS"),
    ),
  },
  closed,
)

const repository = Type.Object(
  {
    ...emptyLists("repository"),
    topics: optional(Type.Array(topic, { maxItems: 20 })),
    owner: login,
    name: text,
    description: optional(text),
    homepage_url: optional(text),
    private: optional(Type.Boolean()),
    archived: optional(Type.Boolean()),
    template: optional(Type.Boolean()),
    has_issues: optional(Type.Boolean()),
    delete_branch_on_merge: optional(Type.Boolean()),
    allow_auto_merge: optional(Type.Boolean()),
    ...rulesOfRepository,
    ...alertsOfRepository,
    /** `owner/name` of a repository earlier in the list. */
    fork_of: optional(text),
    default_branch: optional(text),
    collaborators: optional(Type.Record(Type.String(), permission)),
    stargazers: optional(Type.Array(stargazer)),
    watchers: optional(names),
    /** By name. */
    secrets: optional(Type.Record(Type.String(), Type.String())),
    variables: optional(Type.Record(Type.String(), Type.String())),
    labels: optional(Type.Array(label)),
    milestones: optional(Type.Array(milestone)),
    /** The first commit of the default branch. */
    files: optional(Type.Record(Type.String(), Type.String())),
    branches: optional(Type.Array(branch)),
    issues: optional(Type.Array(issue)),
    pull_requests: optional(Type.Array(pullRequest)),
    discussion_categories: optional(Type.Array(discussionCategory)),
    discussions: optional(Type.Array(discussion)),
    releases: optional(Type.Array(release)),
    workflows: optional(Type.Array(workflow)),
    statuses: optional(Type.Array(status)),
    environments: optional(names),
    deployments: optional(Type.Array(deployment)),
    /** Caches of workflows. */
    caches: optional(Type.Array(cache)),
    /** Adds this many synthesized issues, for tests of pagination. */
    generate_issues: optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  closed,
)

const account = {
  login,
  name: optional(text),
  email: optional(text),
  bio: optional(text),
  company: optional(text),
  location: optional(text),
  created_at: optional(time),
}

const gist = Type.Object(
  {
    description: optional(text),
    public: optional(Type.Boolean()),
    files: Type.Record(Type.String({ minLength: 1 }), Type.String({ minLength: 1 })),
    comments: optional(Type.Array(Type.Object({ author: login, body: text }, closed))),
  },
  closed,
)

const day = Type.String({ pattern: "^\\d{4}-\\d\\d-\\d\\d$" })

const itemSettings = {
  archived: optional(Type.Boolean()),
  fields: optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
}

const project = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    description: optional(text),
    public: optional(Type.Boolean()),
    closed: optional(Type.Boolean()),
    readme: optional(text),
    template: optional(Type.Boolean()),
    repositories: optional(names),
    drafts: optional(
      Type.Array(
        Type.Object(
          {
            title: Type.String({ minLength: 1 }),
            body: optional(text),
            assignees: optional(names),
            ...itemSettings,
          },
          closed,
        ),
      ),
    ),
    views: optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1 }),
            layout: optional(oneOf("BOARD", "ROADMAP", "TABLE")),
            filter: optional(text),
            fields: optional(names),
          },
          closed,
        ),
      ),
    ),
    status_updates: optional(
      Type.Array(
        Type.Object(
          {
            status: optional(oneOf("AT_RISK", "COMPLETE", "INACTIVE", "OFF_TRACK", "ON_TRACK")),
            body: optional(text),
            start_date: optional(day),
            target_date: optional(day),
          },
          closed,
        ),
      ),
    ),
    fields: optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String({ minLength: 1 }),
            type: oneOf("TEXT", "NUMBER", "DATE", "SINGLE_SELECT", "ITERATION"),
            options: optional(names),
            iterations: optional(
              Type.Array(
                Type.Object(
                  {
                    title: text,
                    start: day,
                    duration: optional(Type.Integer({ minimum: 1 })),
                  },
                  closed,
                ),
              ),
            ),
          },
          closed,
        ),
      ),
    ),
    items: optional(
      Type.Array(
        Type.Object(
          {
            repository: Type.String({ pattern: "^[^/]+/[^/]+$" }),
            number: Type.Integer({ minimum: 1 }),
            ...itemSettings,
          },
          closed,
        ),
      ),
    ),
  },
  closed,
)

const user = Type.Object(
  {
    ...account,
    ...emptyLists("user"),
    follows: optional(names),
    gists: optional(Type.Array(gist)),
    projects: optional(Type.Array(project)),
  },
  closed,
)

const organization = Type.Object(
  {
    ...account,
    ...emptyLists("organization"),
    ...peopleOfOrganization,
    ...planningOfOrganization,
    projects: optional(Type.Array(project)),
  },
  closed,
)

/** Data that can be added at any time. */
const additions = {
  bots: optional(
    Type.Array(Type.Object({ login, name: optional(text), created_at: optional(time) }, closed)),
  ),
  organizations: optional(Type.Array(organization)),
  global_advisories: optional(Type.Array(globalAdvisory)),
  tokens: optional(Type.Array(tokenSchema)),
  repositories: optional(Type.Array(repository)),
}

export const additionSchema = Type.Object(
  { users: optional(Type.Array(user)), ...additions },
  closed,
)

export const seedSchema = Type.Object(
  {
    /** The account of the default token. */
    viewer: optional(login),
    users: Type.Array(user, { minItems: 1 }),
    ...additions,
    app: optional(
      Type.Object(
        {
          id: optional(Type.Integer({ minimum: 1 })),
          public_key: optional(Type.String()),
          webhook: optional(webhook),
          installations: optional(
            Type.Array(
              Type.Object(
                {
                  account: login,
                  repositories: optional(names),
                  permissions: optional(Type.Record(Type.String(), oneOf("read", "write"))),
                },
                closed,
              ),
            ),
          ),
        },
        closed,
      ),
    ),
    rate_limit: optional(
      Type.Object(
        {
          limit: optional(Type.Integer({ minimum: 0 })),
          window_seconds: optional(Type.Integer({ minimum: 1 })),
          search_limit: optional(Type.Integer({ minimum: 0 })),
          code_search_limit: optional(Type.Integer({ minimum: 0 })),
          type: optional(oneOf("RATE_LIMITED", "RATE_LIMIT")),
          secondary: optional(
            Type.Object(
              {
                graphql_points: optional(Type.Integer({ minimum: 0 })),
                rest_points: optional(Type.Integer({ minimum: 0 })),
                creations: optional(Type.Integer({ minimum: 0 })),
                creations_hour: optional(Type.Integer({ minimum: 0 })),
                concurrency: optional(Type.Integer({ minimum: 0 })),
                minute_ms: optional(Type.Integer({ minimum: 1 })),
                hour_ms: optional(Type.Integer({ minimum: 1 })),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
)

/** The public types and the checked schema are written separately; this checks that they agree. */
type Agree<A extends B, B> = A
type Mutable<T> = T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T
export type Agreement = [
  Agree<Static<typeof seedSchema>, Seed>,
  Agree<Mutable<Seed>, Static<typeof seedSchema>>,
  Agree<Static<typeof additionSchema>, SeedAddition>,
  Agree<
    Mutable<Omit<SeedAddition, "app" | "viewer" | "rate_limit">>,
    Static<typeof additionSchema>
  >,
  Agree<Static<typeof tokenSchema>, SeedToken>,
  Agree<Mutable<SeedToken>, Static<typeof tokenSchema>>,
]
