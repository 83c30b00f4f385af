import { type Commit, commitOf, type GitObjects } from "./objects.js"

/** A commit and all its ancestors, newest first; parents always come after their children. */
export function history(git: GitObjects, oid: string): Commit[] {
  const children = new Map<string, number>()
  const seen = new Set<string>()
  const pending = [oid]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    for (const parent of commitOf(git, next).parents) {
      children.set(parent, (children.get(parent) ?? 0) + 1)
      pending.push(parent)
    }
  }
  const ready = [commitOf(git, oid)]
  const ordered: Commit[] = []
  while (ready.length > 0) {
    ready.sort((a, b) => Date.parse(b.committer.date) - Date.parse(a.committer.date))
    const commit = ready.shift()
    if (!commit) break
    ordered.push(commit)
    for (const parent of commit.parents) {
      const left = (children.get(parent) ?? 0) - 1
      children.set(parent, left)
      if (left === 0) ready.push(commitOf(git, parent))
    }
  }
  return ordered
}

export const isAncestor = (git: GitObjects, ancestor: string, of: string): boolean =>
  history(git, of).some((commit) => commit.oid === ancestor)

/** The newest commit that both have in their history. */
export function mergeBase(git: GitObjects, a: string, b: string): string | undefined {
  const ofA = new Set(history(git, a).map((commit) => commit.oid))
  return history(git, b).find((commit) => ofA.has(commit.oid))?.oid
}

/** The commits that `head` has and `base` lacks, oldest first. */
export function commitsBetween(git: GitObjects, base: string, head: string): Commit[] {
  const ofBase = new Set(history(git, base).map((commit) => commit.oid))
  return history(git, head)
    .filter((commit) => !ofBase.has(commit.oid))
    .reverse()
}
