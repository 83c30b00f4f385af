import { defaultSeed, type SandboxOptions, type Seed } from "ghx/sandbox"

/** The default world without its hundreds of issues, for tests that begin with it thousands of times. */
export const smallWorld: Seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((each) =>
    each.generate_issues ? { ...each, generate_issues: 20 } : each,
  ),
}

/** What has no state is made up, and holds what cards look for by name. */
export const inventing: NonNullable<SandboxOptions["invent"]> = {
  lists: {
    "Repository.discussionCategories": [{ name: "Ideas" }, { name: "Q&A" }],
    "ProjectV2.fields": [
      { __typename: "ProjectV2Field", name: "Points" },
      { __typename: "ProjectV2SingleSelectField", name: "Status" },
      { __typename: "ProjectV2IterationField", name: "Sprint" },
    ],
    "ProjectV2SingleSelectField.options": [{ name: "Todo" }, { name: "In progress" }],
    "ProjectV2IterationFieldConfiguration.iterations": [{ title: "Sprint 4" }],
  },
}

/** A sandbox on which every card of the catalogue runs: what has no state is made up. */
export const forCatalogue: SandboxOptions = {
  invent: inventing,
  seed: {
    ...smallWorld,
    users: smallWorld.users.map(silent),
    organizations: (smallWorld.organizations ?? []).map(silent),
    repositories: (smallWorld.repositories ?? []).map(silent),
  },
}

/** Without a word on lists of which only could be said that they are empty. */
function silent<T extends object>(item: T): T {
  const empty = Object.entries(item).flatMap(([name, value]) =>
    // A branch is modelled, as long as nothing protects it.
    Array.isArray(value) && value.length === 0 && name !== "branch_protection_rules" ? [name] : [],
  )
  return { ...item, ...Object.fromEntries(empty.map((name) => [name, undefined])) }
}

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
