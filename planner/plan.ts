/** A request for a plan. */
export interface PlanRequest {
  /** The name of a tool. */
  readonly intent: string
  /** Known values, by the names of inputs and of properties that select things; null means unknown. */
  readonly entities: Readonly<Record<string, unknown>>
  /** The user's message; only the phrases of a catalogue use it. */
  readonly user_message?: string
}

/** The steps that fulfil a request. Empty if the known values do not suffice. */
export interface Plan {
  /** Whether one call is not enough: there are further steps, or a question for the user. */
  readonly requires_chaining: boolean
  readonly steps: readonly PlanStep[]
}

export interface PlanStep {
  /** Counted from 1. */
  readonly step_number: number
  readonly tool: string
  readonly reason: string
  /** The number of the step that must be done first. */
  readonly depends_on: number | null
}

/** A plan that `executeTasks` can run, or what is missing for it. */
export interface RunnablePlan extends Plan {
  readonly steps: readonly RunnableStep[]
  /** The reasons why there is no plan. Empty if there are steps. */
  readonly missing: readonly Missing[]
}

/** A step that is a task of `executeTasks`. */
export interface RunnableStep extends PlanStep {
  /** The tool, which `executeTasks` knows by this name. */
  readonly task: string
  /** The name that later steps use to refer to it. */
  readonly as?: string
  /** Values, and references to values that earlier steps find. */
  readonly input: Readonly<Record<string, unknown>>
  /** A destructive step, which needs a confirmation. */
  readonly confirm?: true
}

/** A reason why there is no plan. */
export interface Missing {
  /** The input, the entity, or the part of the request with the problem. */
  readonly name: string
  readonly reason: string
}
