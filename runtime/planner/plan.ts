/** A request for a plan. */
export interface PlanRequest {
  /** The name of a tool. */
  readonly intent: string
  /** Known values, by the names of inputs and of what selects things; null is unknown. */
  readonly entities: Readonly<Record<string, unknown>>
  /** The user's message; only phrases of a catalogue read it. */
  readonly user_message?: string
}

/** The steps that fulfil a request; none if that is impossible with what is known. */
export interface Plan {
  /** Whether there is more to do than one call: further steps, or a question to the user. */
  readonly requires_chaining: boolean
  readonly steps: readonly PlanStep[]
}

export interface PlanStep {
  /** From 1. */
  readonly step_number: number
  readonly tool: string
  readonly reason: string
  /** The step that has to be done before. */
  readonly depends_on: number | null
}

/** A plan that `executeTasks` can run, or what is missing for it. */
export interface RunnablePlan extends Plan {
  readonly steps: readonly RunnableStep[]
  /** What is missing; empty if there are steps. */
  readonly missing: readonly Missing[]
}

/** A step that is a task of `executeTasks`. */
export interface RunnableStep extends PlanStep {
  /** The tool, as `executeTasks` calls it. */
  readonly task: string
  /** The name by which later steps refer to it. */
  readonly as?: string
  /** Values, and references to what earlier steps find. */
  readonly input: Readonly<Record<string, unknown>>
  /** A destructive step, which needs a confirmation. */
  readonly confirm?: true
}

/** A reason why there is no plan. */
export interface Missing {
  /** The input, the entity, or the part of the request that is concerned. */
  readonly name: string
  readonly reason: string
}
