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

/** Which cards' answers are made up, as long as the sandbox has no state for them. */
export const invented = observed<true>("made-up")

/** Whether answers of a card are made up: `test/examples.test.ts` sees it. */
export const isMadeUp = ({ capability_id }: { capability_id: string }): boolean =>
  invented.of(capability_id) !== undefined
