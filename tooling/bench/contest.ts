/** Compares a task with ghx to the same task with a lower-level tool. */
export interface Contest {
  readonly bare: string
  readonly callBare: () => Promise<unknown>
  readonly ours: string
  readonly callOurs: () => Promise<unknown>
  readonly calls: number
}

/** The median time of a call, in milliseconds. */
export async function median(call: () => Promise<unknown>, times: number): Promise<number> {
  const samples: number[] = []
  for (let index = 0; index < times; index += 1) {
    const start = performance.now()
    await call()
    samples.push(performance.now() - start)
  }
  return samples.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** Two rows of a table. Both are warmed up before either is measured, and they take turns. */
export async function play({ bare, callBare, ours, callOurs, calls }: Contest): Promise<string> {
  await median(callBare, calls / 6)
  await median(callOurs, calls / 6)
  const rounds = 6
  let [mine, theirs] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    theirs += (await median(callBare, calls / rounds)) / rounds
    mine += (await median(callOurs, calls / rounds)) / rounds
  }
  const microseconds = (ms: number) => (ms * 1000).toFixed(0)
  return [
    `| ${bare} | ${microseconds(theirs)} | 1.00 | |`,
    `| ${ours} | ${microseconds(mine)} | ${(mine / theirs).toFixed(2)} | ${microseconds(mine - theirs)} |`,
  ].join("\n")
}
