import type { SandboxOptions, Seed } from "ghx/sandbox"
import { seedForExamples, storeFor } from "../surfaces/explorer/fixture.js"
import { observed } from "./observed.js"

/** The default fixture without its hundreds of issues, for tests that begin with it thousands of times. */
export const smallFixture: Seed = {
  ...seedForExamples,
  repositories: (seedForExamples.repositories ?? []).map((each) =>
    each.generate_issues ? { ...each, generate_issues: 20 } : each,
  ),
}

/** A sandbox on which every card of the catalog runs; answers without state are synthesized. */
export const forCatalogue: SandboxOptions = storeFor(smallFixture)

/** Domains that the sandbox does not model, with reasons. Cards of all other domains run on the state alone. */
export const WITHOUT_STATE: Readonly<Record<string, string>> = {}

/** Synthesized values for a card, or none if the sandbox must answer it from state. */
export function synthesizedFor(
  { capability_id }: { capability_id: string },
  requests: readonly { readonly synthesized: readonly string[] }[],
): readonly string[] {
  const [domain = ""] = capability_id.split(".")
  if (Object.hasOwn(WITHOUT_STATE, domain)) return []
  return requests.flatMap((one) => one.synthesized)
}

/** Cards whose answers are synthesized until the sandbox has state for them. */
export const synthesizedCards = observed<true>("synthesized")

/** Whether answers of a card are synthesized, as `test/examples.test.ts` observes. */
export const isSynthesized = ({ capability_id }: { capability_id: string }): boolean =>
  synthesizedCards.of(capability_id) !== undefined
