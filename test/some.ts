/** Whether `make test-all` runs, which tries every case. */
export const all = process.env.ALL === "1"

/**
 * One in `among` of the cases, beginning with the first; all of them in `make test-all`. For cases of one kind that
 * start programs, which cost as much as a hundred requests.
 */
export const some = <T>(cases: readonly T[], among: number): readonly T[] =>
  cases.filter((_, at) => all || at % among === 0)
