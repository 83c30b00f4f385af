const MOST_PRINTED = 20

/** A seed that cannot be loaded. The message lists the first problems with their locations. */
export class SeedError extends Error {
  readonly #problems: readonly string[]

  constructor(problems: readonly string[], source = "seed") {
    const lines = problems.slice(0, MOST_PRINTED)
    const more = problems.length - lines.length
    if (more > 0) lines.push(`… and ${more} more`)
    super(`The sandbox cannot use the ${source}:\n${lines.map((one) => `  ${one}`).join("\n")}`)
    this.name = "SeedError"
    this.#problems = problems
  }

  /** Every problem; Node prints no getters after the message. */
  get problems(): readonly string[] {
    return this.#problems
  }
}
