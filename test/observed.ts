/**
 * Observations of cards besides the results of their examples, in `test/results/`: a file per kind of
 * observation, by card. UPDATE=1 writes them; read every change.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parse, stringify } from "yaml"
import { ROOT } from "./projects.js"

/** Whether observations are recorded instead of compared. */
export const isUpdate = process.env.UPDATE === "1"

export interface Observed<T> {
  /** The recorded observation of a card; undefined if there is none. */
  of(id: string): T | undefined
  /** Records an observation, with UPDATE=1. */
  note(id: string, seen: T | undefined): void
}

export function observed<T>(name: string): Observed<T> {
  const path = join(ROOT, "test/results/observed", `${name}.yaml`)
  const all = new Map<string, T>(
    Object.entries(existsSync(path) ? (parse(readFileSync(path, "utf8")) ?? {}) : {}),
  )
  return {
    of: (id) => all.get(id),
    note(id, seen) {
      if (!isUpdate) return
      if (seen === undefined) all.delete(id)
      else all.set(id, seen)
      mkdirSync(dirname(path), { recursive: true })
      const sorted = [...all].sort(([one], [other]) => (one < other ? -1 : 1))
      writeFileSync(path, stringify(Object.fromEntries(sorted), { lineWidth: 100 }))
    },
  }
}
