import { SeedError } from "../errors/index.js"
import { type Store, timestamp } from "../tables/index.js"

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

/** The time at which a state began, if the seed has the state and the time is possible. */
export function timeOf(
  name: "closed_at" | "merged_at",
  seed: { readonly [Name in typeof name]?: string } & { readonly state?: string },
  { createdAt }: { readonly createdAt: string },
  place: string,
): string | undefined {
  const time = seed[name]
  if (time === undefined) return undefined
  const state = name === "merged_at" ? "MERGED" : "CLOSED"
  if (seed.state !== state)
    throw new SeedError([`${place}: ${name} belongs to the state ${state}; add state: ${state}`])
  if (Date.parse(time) < Date.parse(createdAt)) {
    throw new SeedError([`${place}: ${name} is before created_at, ${createdAt}`])
  }
  return timestamp(new Date(time))
}
