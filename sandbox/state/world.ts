import { createObjects, type GitObjects } from "../git/index.js"
import type { Clock } from "./clock.js"
import { decodeNodeId, nodeId } from "./node-id.js"
import type { AnyRow, EventData, Numbered, Tables, TimelineEventKind } from "./rows.js"

/** A change of the state that was carried out. */
export interface Applied {
  /** The GraphQL name of the mutation, whichever interface asked for it. */
  mutation: string
  node_id: string
  actor: string
  at: string
}

/** Everything that the sandbox knows. Operations in this folder are the only writers. */
export interface World {
  readonly clock: Clock
  /** Where the web pages of this GitHub would be: the base of every `url` field. */
  readonly webUrl: string
  readonly tables: { readonly [Name in keyof Tables]: Map<number, Tables[Name]> }
  readonly sequences: Map<string, number>
  readonly git: GitObjects
  readonly applied: Applied[]
}

export function createWorld(options: { clock: Clock; webUrl: string }): World {
  return {
    clock: options.clock,
    webUrl: options.webUrl,
    tables: {
      accounts: new Map(),
      repositories: new Map(),
      labels: new Map(),
      milestones: new Map(),
      issues: new Map(),
      pullRequests: new Map(),
      issueComments: new Map(),
      reviews: new Map(),
      reviewThreads: new Map(),
      reviewComments: new Map(),
      reviewRequests: new Map(),
      reactions: new Map(),
      pinnedIssues: new Map(),
      releases: new Map(),
      workflows: new Map(),
      workflowRuns: new Map(),
      workflowJobs: new Map(),
      events: new Map(),
    },
    sequences: new Map(),
    git: createObjects(),
    applied: [],
  }
}

export function nextId(world: World, sequence: string): number {
  const id = (world.sequences.get(sequence) ?? 0) + 1
  world.sequences.set(sequence, id)
  return id
}

type NewRow<Row> = Row extends { id: number } ? Omit<Row, "id"> : never

export function insert<Name extends keyof Tables>(
  world: World,
  table: Name,
  row: NewRow<Tables[Name]>,
): Tables[Name] {
  // The id comes first so that a row reads well in a snapshot.
  const complete = { id: nextId(world, table), ...row } as unknown as Tables[Name]
  const rows: Map<number, Tables[Name]> = world.tables[table]
  rows.set(complete.id, complete)
  return complete
}

/** The row that a foreign key names. Absence is a bug of the sandbox, not an answer. */
export function get<Name extends keyof Tables>(
  world: World,
  table: Name,
  id: number,
): Tables[Name] {
  const row = find(world, table, id)
  if (!row) throw new Error(`sandbox state: ${table} has no row ${id}`)
  return row
}

export function find<Name extends keyof Tables>(
  world: World,
  table: Name,
  id: number | null | undefined,
): Tables[Name] | undefined {
  if (id === null || id === undefined) return undefined
  const rows: Map<number, Tables[Name]> = world.tables[table]
  return rows.get(id)
}

export function where<Name extends keyof Tables>(
  world: World,
  table: Name,
  matches: (row: Tables[Name]) => boolean,
): Tables[Name][] {
  const rows: Map<number, Tables[Name]> = world.tables[table]
  return [...rows.values()].filter(matches)
}

/** Notes a change that was carried out, at the time that the clock shows. */
export function recordApplied(
  world: World,
  mutation: string,
  actor: { login: string },
  row: AnyRow | { nodeId: string },
): void {
  world.applied.push({
    mutation,
    node_id: "nodeId" in row ? row.nodeId : nodeId(row),
    actor: actor.login,
    at: world.clock.last(),
  })
}

export function recordEvent(
  world: World,
  kind: TimelineEventKind,
  subject: Numbered & { kind: "Issue" | "PullRequest" },
  actorId: number,
  data: EventData = {},
): void {
  insert(world, "events", {
    kind,
    subjectKind: subject.kind,
    subjectId: subject.id,
    actorId,
    createdAt: world.clock.last(),
    data,
  })
}

/** The row that a node id names, or undefined when the id is not one of ours. */
export function rowOfNodeId(world: World, id: string): AnyRow | undefined {
  const decoded = decodeNodeId(id)
  if (!decoded) return undefined
  const row = find(world, decoded.table, decoded.id)
  return row && row.kind === decoded.kind ? row : undefined
}

export function isOneOf<Kind extends AnyRow["kind"]>(
  row: AnyRow,
  kinds: readonly Kind[],
): row is Extract<AnyRow, { kind: Kind }> {
  const names: readonly string[] = kinds
  return names.includes(row.kind)
}
