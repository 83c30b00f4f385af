/** What is asked for. */
export interface PlanRequest {
  /** The name of a tool. */
  readonly intent: string
  /** What is known, by the names of inputs and of what things are found by; null is unknown. */
  readonly entities: Readonly<Record<string, unknown>>
  /** What the user said; only phrases of a catalogue read it. */
  readonly user_message?: string
}

/** The steps that do what was asked for; none where it cannot be done with what is known. */
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
  /** What stands in the way; empty where there are steps. */
  readonly missing: readonly Missing[]
}

/** A step that is a task of `executeTasks`. */
export interface RunnableStep extends PlanStep {
  /** The tool, as `executeTasks` calls it. */
  readonly task: string
  /** What later steps call this one. */
  readonly as?: string
  /** Values, and references to what earlier steps find. */
  readonly input: Readonly<Record<string, unknown>>
  /** It destroys something, and is refused where nobody is asked. */
  readonly confirm?: true
}

/** Why there is no plan. */
export interface Missing {
  /** The input, the entity, or the part of the request that is concerned. */
  readonly name: string
  readonly reason: string
}
