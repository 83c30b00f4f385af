/** The features inside `runtime/`, and the imports by which its core still depends on them. */
import { readFileSync } from "node:fs"
import type { Import } from "./imports.js"

/** Files and folders of the runtime that one call without options needs nothing of. */
export const features: readonly string[] = [
  // Features of clients.
  "runtime/features",
  // `fields`, `untrusted` and keys.
  "runtime/definition/answer-parts.ts",
  // Remembered ids.
  "runtime/graphql/remembered.ts",
  "runtime/chain/memory.ts",
  // Recordings and dry runs.
  "runtime/client/recording.ts",
  "runtime/chain/dry-run.ts",
  // The gh command.
  "runtime/client/gh.ts",
  "runtime/definition/cli.ts",
  // Operations without cards, calls by name.
  "runtime/execute",
]

const isFeature = (file: string): boolean =>
  features.some((one) => file === one || file.startsWith(`${one}/`))

/** Imports of features by files of the core, tests apart: `runtime/call/prepare.ts → runtime/guard/index.ts`. */
export function edgesToFeatures(imports: readonly Import[]): string[] {
  const isCore = (file: string) =>
    file.startsWith("runtime/") &&
    // The package's entry points name everything.
    file.split("/").length > 2 &&
    !file.startsWith("runtime/testing/") &&
    !file.endsWith(".test.ts") &&
    !isFeature(file)
  const edges = imports
    .filter(({ file, target }) => isCore(file) && isFeature(target))
    .map(({ file, target }) => `${file} → ${target}`)
  return [...new Set(edges)].sort()
}

const LIST = "test/architecture/core-to-features.json"

/** Differences to the recorded list, which may only shrink. */
export function edgeProblems(imports: readonly Import[]): string[] {
  const recorded: readonly string[] = JSON.parse(readFileSync(LIST, "utf8"))
  const edges = edgesToFeatures(imports)
  return [
    ...edges
      .filter((edge) => !recorded.includes(edge))
      .map(
        (edge) => `${edge}: the core must not import another feature; pass it in as a parameter`,
      ),
    ...recorded
      .filter((edge) => !edges.includes(edge))
      .map((edge) => `${edge} is gone: remove it from ${LIST}`),
  ]
}
