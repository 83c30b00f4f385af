/** A journal in a store that several processes share. */
import { randomUUID } from "node:crypto"
import { checkRunName, entryIn, lineOf, lostLease, type SharedJournal } from "./journal.js"

/** The requests of a journal. Those with a token do nothing, and return false, if another process has the lease. */
interface Store {
  append(run: string, token: string, lines: readonly string[]): Promise<boolean>
  lines(run: string): Promise<readonly unknown[]>
  lease(run: string, token: string, ms: number): Promise<boolean>
  renew(run: string, token: string, ms: number): Promise<boolean>
  release(run: string, token: string): Promise<unknown>
  isHeld(run: string): Promise<boolean>
}

export function journalIn(store: Store): SharedJournal {
  const held = new Map<string, string>()
  const append: SharedJournal["begin"] = async (run, entries) => {
    const token = held.get(run)
    if (!token || !(await store.append(run, token, entries.map(lineOf)))) throw lostLease(run)
  }
  return {
    begin: append,
    finish: append,
    async read(run) {
      checkRunName(run)
      return (await store.lines(run)).map((line) => entryIn(String(line)))
    },
    async lease(run, ms) {
      checkRunName(run)
      const token = randomUUID()
      if (!(await store.lease(run, token, ms))) return undefined
      held.set(run, token)
      return {
        renew: () => store.renew(run, token, ms),
        async release() {
          if (held.get(run) === token) held.delete(run)
          await store.release(run, token)
        },
      }
    },
    isHeld: store.isHeld,
  }
}
