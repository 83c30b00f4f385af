import type { GraphqlOperation } from "../definition/index.js"
import type { Failure, ResponseHeaders } from "../errors/index.js"
import { onAbort, type Scope } from "../timing/index.js"
import { type Breaker, breaker } from "./breaker.js"
import { coolDowns, type Resource } from "./cool-downs.js"
import { type RequestQueue, requestQueue, type Waiting } from "./request-queue.js"

/** Channels fail independently: GraphQL may be down while REST answers. */
type Channel = "graphql" | "rest" | "gh"

/** Maximum numbers of requests of a client in flight. */
export interface ConcurrencyLimits {
  /** Requests of any kind, and `gh` commands; 100 by default, the maximum that GitHub allows. */
  readonly requests: number
  /** Maximum number of writes among them, 10 by default. */
  readonly writes: number
}

/** The properties of a request that limits depend on. */
export interface Sending {
  readonly channel: Channel
  /** Whether the request changes something. */
  readonly writes: boolean
  readonly method?: string
  readonly url?: string
  readonly body?: unknown
  /** The GraphQL operation. */
  readonly operation?: GraphqlOperation
}

/** One request, as the scheduler sees it. */
export interface ScheduledRequest<Answer> {
  readonly sending: Sending
  /** The resource whose limit it counts against, if known. */
  readonly resource: Resource | undefined
  /** The scope whose signal ends the wait. */
  readonly scope: Scope
  /** Updates GitHub's health and limits from the response. */
  verdict(answer: Answer): Verdict
  /** The answer for a request that was not sent. */
  refused(failure: Failure): Answer
}

export interface Verdict {
  readonly failure?: Failure | undefined
  readonly headers?: ResponseHeaders
  /** The resource that a rate limit applies to; without it, the limit applies to everything. */
  readonly resource?: Resource | undefined
  /** Set if the answer is irrelevant for GitHub's health: the caller aborted, or another server answered. */
  readonly beside?: boolean
}

/**
 * Controls when a client sends. All its calls, chains and routes share it, because GitHub counts by token: a limit
 * that one call meets applies to all, and a server that is down must not be asked by all at once.
 */
export interface Traffic {
  /** Runs `work` when its turn comes, or refuses it if nothing may be sent now. */
  schedule<Answer>(trip: ScheduledRequest<Answer>, work: () => Promise<Answer>): Promise<Answer>
}

interface Lane {
  readonly breaker: Breaker
  readonly reads: RequestQueue
  readonly writes: RequestQueue
  /** Set while a single request finds out whether the channel answers again. */
  probing: boolean
}

/** One of the queues of a lane. */
interface LaneQueue {
  readonly lane: Lane
  readonly queue: RequestQueue
  readonly writes: boolean
}

/** The traffic of one client to the GitHub at `host`. */
export function trafficOf(host: string, limits: ConcurrencyLimits): Traffic {
  const limited = coolDowns()
  const lanes: Record<Channel, Lane> = {
    graphql: laneOf(`GraphQL at ${host}`),
    rest: laneOf(`REST at ${host}`),
    gh: laneOf("gh"),
  }
  const queues: readonly LaneQueue[] = Object.values(lanes).flatMap((lane) => [
    { lane, queue: lane.reads, writes: false },
    { lane, queue: lane.writes, writes: true },
  ])
  const underWay = { requests: 0, writes: 0 }
  let arrived = 0

  const hasRoom = ({ breaker, probing }: Lane, writes: boolean): boolean =>
    underWay.requests < limits.requests &&
    (!writes || underWay.writes < limits.writes) &&
    !(breaker.suspicious && probing)

  /** Takes a slot; returns the function that gives it back. */
  const enter = (lane: Lane, writes: boolean): (() => void) => {
    const probe = lane.breaker.suspicious
    if (probe) lane.probing = true
    underWay.requests += 1
    if (writes) underWay.writes += 1
    return () => {
      if (probe) lane.probing = false
      underWay.requests -= 1
      if (writes) underWay.writes -= 1
      callWaiting()
    }
  }

  /** Starts waiting requests while there is room, first come, first served. */
  const callWaiting = () => {
    for (let next = firstAble(); next; next = firstAble()) {
      next.queue.shift()
      next.waiting.called(enter(next.lane, next.writes))
    }
  }

  /** Of the queues whose first request can be sent now, the one whose request has waited longest. */
  const firstAble = () => {
    let first: (LaneQueue & { readonly waiting: Waiting }) | undefined
    for (const queue of queues) {
      const waiting = queue.queue.first()
      if (!waiting || !hasRoom(queue.lane, queue.writes)) continue
      if (!first || waiting.ticket < first.waiting.ticket) first = { ...queue, waiting }
    }
    return first
  }

  const note = ({ breaker }: Lane, { failure, resource, beside }: Verdict) => {
    if (beside) return
    if (failure?.code === "RATE_LIMIT") {
      limited.begin(failure, resource)
      for (const lane of Object.values(lanes)) lane.breaker.suspect()
    } else if (failure?.code === "SERVER" || failure?.code === "NETWORK") breaker.failed(failure)
    else breaker.answered()
  }

  return {
    async schedule(trip, work) {
      const { resource, sending } = trip
      const { writes } = sending
      const { signal } = trip.scope
      const lane = lanes[sending.channel]
      const refusal = () => limited.reason(resource) ?? lane.breaker.reason()
      const refused = refusal()
      if (refused) return trip.refused(refused)
      const queue = writes ? lane.writes : lane.reads
      const waits = queue.first() !== undefined || !hasRoom(lane, writes)
      arrived += 1
      const leave = waits ? await turn(queue, arrived, signal) : enter(lane, writes)
      // An aborted request sends nothing and reports the abort itself.
      if (!leave) return work()
      try {
        const meanwhile = waits ? refusal() : undefined
        if (meanwhile) return trip.refused(meanwhile)
        const answer = await work()
        note(lane, trip.verdict(answer))
        return answer
      } finally {
        leave()
      }
    },
  }
}

function laneOf(name: string): Lane {
  return { breaker: breaker(name), reads: requestQueue(), writes: requestQueue(), probing: false }
}

/** Waits for a slot and returns the function that gives it back; undefined if the signal ended the wait. */
function turn(
  queue: RequestQueue,
  ticket: number,
  signal: AbortSignal | undefined,
): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const waiting: Waiting = {
      ticket,
      gone: false,
      called(leave) {
        unfollow()
        resolve(leave)
      },
    }
    const goAway = () => {
      waiting.gone = true
      resolve(undefined)
    }
    const unfollow = onAbort(signal, goAway)
    queue.join(waiting)
    if (signal?.aborted) goAway()
  })
}
