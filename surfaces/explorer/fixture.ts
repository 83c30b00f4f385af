/** A fixture in which the example of every capability finds its objects. */
import { defaultSeed, type SandboxOptions } from "../../sandbox/index.js"

/** The given seed, or the default one with synthesized data. */
export function storeFor(seed: SandboxOptions["seed"] = defaultSeed): SandboxOptions {
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
    // An empty list of branch protection rules stays, because it means that nothing protects the branch.
    Array.isArray(value) && value.length === 0 && name !== "branch_protection_rules" ? [name] : [],
  )
  return { ...item, ...Object.fromEntries(empty.map((name) => [name, undefined])) }
}
