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
  "issue.blockers.list",
  "notification.list",
  "project.item.add",
  "project.item.update",
  "repo.files.commit",
  "workflow.artifact.download",
])
