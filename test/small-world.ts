import { defaultSeed, type Seed } from "ghx/sandbox"

/** The default world without its hundreds of issues, for tests that begin with it thousands of times. */
export const smallWorld: Seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((each) =>
    each.generate_issues ? { ...each, generate_issues: 20 } : each,
  ),
}
