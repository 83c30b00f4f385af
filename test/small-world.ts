import { defaultSeed, type SandboxOptions, type Seed } from "ghx/sandbox"
import { worldFor } from "../explorer/world.js"

/** The default world without its hundreds of issues, for tests that begin with it thousands of times. */
export const smallWorld: Seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((each) =>
    each.generate_issues ? { ...each, generate_issues: 20 } : each,
  ),
}

/** A sandbox on which every card of the catalogue runs: what has no state is made up. */
export const forCatalogue: SandboxOptions = worldFor(smallWorld)

/** The cards whose answers are made up, as long as the sandbox has no state for them. */
export const madeUp: ReadonlySet<string> = new Set([
  "discussion.create",
  "gist.create",
  "issue.branches.create",
  "issue.type.clear",
  "issue.type.set",
  "notification.list",
  "pr.automerge.disable",
  "pr.automerge.enable",
  "pr.queue.add",
  "pr.queue.remove",
  "pr.revert",
  "project.item.add",
  "project.item.update",
  "release.asset.delete",
  "release.assets.list",
  "repo.archive",
  "repo.branch.rules.list",
  "repo.create",
  "repo.delete",
  "repo.file.blame",
  "repo.fork",
  "repo.fork_sync",
  "repo.issue_types.list",
  "repo.rulesets.list",
  "repo.secrets.list",
  "repo.unarchive",
  "repo.update",
  "repo.variable.create",
  "repo.variable.delete",
  "repo.variable.update",
  "repo.variables.list",
  "search.commits",
  "workflow.artifact.download",
  "workflow.cache.delete",
  "workflow.caches.list",
  "workflow.run.delete",
])
