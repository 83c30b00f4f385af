/** A seed that cannot be loaded. The message lists every problem with its location. */
export class SeedError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[], source = "seed") {
    super(`The sandbox cannot use the ${source}:\n${problems.map((one) => `  ${one}`).join("\n")}`)
    this.name = "SeedError"
    this.problems = problems
  }
}
