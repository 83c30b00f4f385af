import type { Seed, SeedIssue, SeedPull, SeedRepository } from "./public/index.js"

type Given<Numbered> = Partial<Numbered>

/** Makes seeds with one repository, octocat/hello-world, that has everything which its issues name. */
export interface SeedHelper {
  /**
   * A repository with these issues. Titles, authors, labels and people that they name are added.
   *
   * @example
   * await startSandbox({ seed: seed.issue({ labels: ["bug"] }) })
   */
  issue(...issues: Given<SeedIssue>[]): Seed
  /** A repository with these pull requests, each with a branch of its own unless it has a `head`. */
  pull(...pulls: Given<SeedPull>[]): Seed
}

const owner = "octocat"

export const seed: SeedHelper = {
  issue: (...given) =>
    seedOf(
      given.map(({ state: _, ...one }) => one),
      {
        issues: given.map((one, at) => ({ title: `Issue ${at + 1}`, author: owner, ...one })),
      },
    ),
  pull: (...given) => {
    const branches = given.flatMap(({ head, author = owner }, at) => {
      if (head !== undefined) return []
      const commit = { message: `Change ${at + 1}`, author, files: { [`${at + 1}.txt`]: "Text\n" } }
      return [{ name: `change-${at + 1}`, commits: [commit] }]
    })
    const pulls = given.map((one, at) => ({
      title: `Pull request ${at + 1}`,
      author: owner,
      head: `change-${at + 1}`,
      ...one,
    }))
    return seedOf(
      given.map(({ state: _, ...one }) => one),
      { branches, pull_requests: pulls },
    )
  },
}

type Numbered = Omit<SeedPull, "state">

function seedOf(given: readonly Given<Numbered>[], own: Partial<SeedRepository>): Seed {
  const all = <T>(of: (one: Given<Numbered>) => readonly (T | undefined)[]) =>
    [...new Set(given.flatMap(of))].filter((one) => one !== undefined)
  const people = all<string>((one) => [
    one.author,
    one.merged_by,
    ...(one.assignees ?? []),
    ...(one.review_requests ?? []),
    ...(one.comments ?? []).map(({ author }) => author),
    ...(one.reviews ?? []).map(({ author }) => author),
  ]).filter((login) => login !== owner)
  return {
    viewer: owner,
    users: [owner, ...people].map((login) => ({ login })),
    repositories: [
      {
        owner,
        name: "hello-world",
        collaborators: Object.fromEntries(people.map((login) => [login, "WRITE" as const])),
        files: { "README.md": "# Hello\n" },
        labels: all<string>(({ labels = [] }) => labels).map((name) => ({ name })),
        milestones: all<string>(({ milestone }) => [milestone]).map((title) => ({ title })),
        ...own,
      },
    ],
  }
}
