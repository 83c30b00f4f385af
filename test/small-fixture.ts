import { defaultSeed, type SandboxOptions, type Seed } from "ghx/sandbox"
import { storeFor } from "../surfaces/explorer/fixture.js"
import { observed } from "./observed.js"

/** The default fixture without its hundreds of issues, for tests that begin with it thousands of times. */
export const smallFixture: Seed = {
  ...defaultSeed,
  repositories: (defaultSeed.repositories ?? []).map((each) =>
    each.generate_issues ? { ...each, generate_issues: 20 } : each,
  ),
}

/** A sandbox on which every card of the catalogue runs: what has no state is made up. */
export const forCatalogue: SandboxOptions = storeFor(smallFixture)

/** Domains of which the sandbox has no state, and why. Cards of all others run on state alone. */
export const WITHOUT_STATE: Readonly<Record<string, string>> = {}

/** What was made up for a card that has to be answered from state: nothing, if all is well. */
export function madeUpFor(
  { capability_id }: { capability_id: string },
  requests: readonly { readonly synthesized: readonly string[] }[],
): readonly string[] {
  const [domain = ""] = capability_id.split(".")
  if (Object.hasOwn(WITHOUT_STATE, domain)) return []
  return requests.flatMap((one) => one.synthesized)
}

/** Which cards' answers are made up, as long as the sandbox has no state for them. */
export const invented = observed<true>("made-up")

/** Whether answers of a card are made up: `test/examples.test.ts` sees it. */
export const isMadeUp = ({ capability_id }: { capability_id: string }): boolean =>
  invented.of(capability_id) !== undefined
