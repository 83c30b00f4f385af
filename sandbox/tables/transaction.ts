import { type Journal, mergeJournal } from "./journal.js"
import { isThere, tableOf, type World } from "./world.js"

/** Runs a change; when it is refused half-way, the state is what it was before. */
export function transaction<Result>(world: World, change: () => Result): Result {
  const journal = begin(world)
  try {
    return change()
  } catch (error) {
    undo(world, journal)
    throw error
  } finally {
    world.journals.pop()
    const outer = world.journals.at(-1)
    if (outer) mergeJournal(outer, journal, (row) => isThere(world, row))
  }
}

/** Notes from now on what changes, until the journal is taken off again. */
export function begin(world: World): Journal {
  const journal: Journal = {
    rows: new Map(),
    sequences: new Map(world.sequences),
    time: world.clock.position(),
    applied: world.applied.length,
    gitObjects: world.git.count(),
  }
  world.journals.push(journal)
  return journal
}

/** Brings back what the journal has noted. It costs what has changed, not what the world holds. */
export function undo(world: World, journal: Journal): void {
  for (const [row, before] of journal.rows) tableOf(world, row).restore(row, before)
  journal.rows.clear()
  world.sequences.clear()
  for (const [name, id] of journal.sequences) world.sequences.set(name, id)
  world.clock.setTo(journal.time)
  world.applied.length = journal.applied
  world.git.truncate(journal.gitObjects)
}
