/** The order in which test files run, which only affects their total time. */
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * Files that start many processes run first, while the workers are small, because each start copies the page tables
 * of the parent, which takes 25 ms at 1 GB. They also take longest, so that at the end no core waits for one file.
 */
const first = [
  /\/test\/durable\/contract\.test\.ts$/,
  /\/test\/retrying-octokits\.test\.ts$/,
  /\/test\/issue-chain\/(?:phases|interrupted|command)\.test\.ts$/,
  /\/test\/faults\/writes\.test\.ts$/,
  /\/test\/parity\.test\.ts$/,
  /\/test\/faults\/reads\.test\.ts$/,
  /\/test\/injection\.test\.ts$/,
  /\/test\/bare-machine\.test\.ts$/,
  /\/test\/promises\.test\.ts$/,
  /\/test\/(?:package|commands|stacks|drift|verify)\.test\.ts$/,
]

export class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = first.findIndex((pattern) => pattern.test(moduleId))
      return at === -1 ? first.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
