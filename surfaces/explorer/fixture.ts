/** A fixture in which the example of every capability finds its objects. */
import { defaultSeed, type SandboxOptions, type Seed } from "../../sandbox/index.js"

/** What only examples need: other tests count the deployments and webhooks that they make. */
const automation = {
  checks: [
    {
      name: "links",
      branch: "rewrite",
      conclusion: "NEUTRAL",
      title: "One link",
      summary: "It redirects.",
      annotations: [
        {
          path: "README.md",
          start_line: 1,
          annotation_level: "notice",
          message: "Its target has moved.",
        },
      ],
    },
  ],
  branch_protection_rules: [
    { branch: "rewrite", required_approvals: 1, required_checks: ["test"] },
  ],
  environments: ["production", "staging"],
  deployments: [{ environment: "staging", description: "Try it", state: "SUCCESS" }],
  webhooks: [
    {
      url: "https://example.com/webhooks",
      content_type: "json",
      secret: "webhook-secret",
      events: ["push", "pull_request"],
      active: false,
    },
  ],
} as const

/** The token of an installation, for capabilities that only Apps can call. */
export const INSTALLATION_TOKEN = "installation-token"

/** The default seed, in which the first repository also has deployments, a check and a webhook. */
export const seedForExamples: Seed = {
  ...defaultSeed,
  app: {
    installations: (defaultSeed.app?.installations ?? []).map((one, index) =>
      index === 0 ? { ...one, token: INSTALLATION_TOKEN } : one,
    ),
  },
  repositories: (defaultSeed.repositories ?? []).map((each, index) =>
    index === 0 ? { ...each, ...automation } : each,
  ),
}

/** The given seed, or one with synthesized data. */
export function storeFor(seed: SandboxOptions["seed"] = seedForExamples): SandboxOptions {
  if (typeof seed === "string") return { seed, synthesize: true }
  return {
    synthesize: true,
    seed: {
      ...seed,
      users: seed.users.map(silent),
      organizations: (seed.organizations ?? []).map(silent),
      repositories: (seed.repositories ?? []).map(silent),
    },
  }
}

/** Omits empty lists, so that the sandbox can synthesize them. */
function silent<T extends object>(item: T): T {
  const empty = Object.entries(item).flatMap(([name, value]) =>
    Array.isArray(value) && value.length === 0 ? [name] : [],
  )
  return { ...item, ...Object.fromEntries(empty.map((name) => [name, undefined])) }
}
