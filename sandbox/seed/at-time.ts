import { SeedError } from "../errors/index.js"
import { type Issue, type PullRequest, type Store, timestamp } from "../tables/index.js"

/** Makes changes at a time of the seed, so that their events have it, too. */
export function atTime<Made>(store: Store, time: string | undefined, change: () => Made): Made {
  if (time === undefined) return change()
  const { clock } = store
  const before = clock.position()
  clock.setTo(Date.parse(time))
  const made: Made[] = []
  clock.hold(() => void made.push(change()))
  clock.setTo(Math.max(before, Date.parse(time)))
  return made[0] as Made
}

/** Sets the time of the last change, if the seed has one. */
export function setUpdatedAt(
  store: Store,
  { updated_at: time }: { readonly updated_at?: string },
  row: Issue | PullRequest,
  place: string,
): void {
  if (time === undefined) return
  if (Date.parse(time) < Date.parse(row.createdAt)) throw tooEarly("updated_at", row, place)
  store.update(row, { updatedAt: timestamp(new Date(time)) })
}

/** The time at which a state began, if the seed has the state and the time is possible. */
export function timeOf(
  name: "closed_at" | "merged_at",
  seed: { readonly [Name in typeof name]?: string } & { readonly state?: string },
  row: Pick<Issue, "createdAt">,
  place: string,
): string | undefined {
  const time = seed[name]
  if (time === undefined) return undefined
  const state = name === "merged_at" ? "MERGED" : "CLOSED"
  if (seed.state !== state)
    throw new SeedError([`${place}: ${name} belongs to the state ${state}; add state: ${state}`])
  if (Date.parse(time) < Date.parse(row.createdAt)) throw tooEarly(name, row, place)
  return timestamp(new Date(time))
}

function tooEarly(name: string, { createdAt }: Pick<Issue, "createdAt">, place: string): SeedError {
  return new SeedError([`${place}: ${name} is before created_at, ${createdAt}; give both`])
}
