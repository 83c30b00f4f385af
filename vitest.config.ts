import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { delimiter, join } from "node:path"
import { defineConfig } from "vitest/config"
import { Order } from "./test/order.js"

/** The gh of the path comes first; the private copy is what `test/fetch-gh` made where there is none. */
const path = [process.env.PATH, join(import.meta.dirname, ".cache/gh")].join(delimiter)

/** Where imports of the sources lead. */
const resolution = ["package.json", "tsconfig.base.json"].map((name) =>
  readFileSync(join(import.meta.dirname, name), "utf8"),
)

/** Node refuses a flag that its V8 lacks, so the flag is set by a module. Spaces are escaped in NODE_OPTIONS. */
const optimizeLater = join(import.meta.dirname, "test/optimize-later.cjs")
const forChildren = `--require "${optimizeLater.replaceAll(/["\\]/g, "\\$&")}"`

/** Files that only `make test-all` runs, with what they do. */
const rare = [
  // Installs ten packages from the registry.
  "test/other-tools.test.ts",
  // Copies the repository, and runs test files in it.
  "test/closing-line.test.ts",
  // Compares the sandbox with an independent server; its answers are also held to recordings of GitHub's.
  "test/emulate.test.ts",
  // Compiles programs with tsc, and counts types.
  "test/type-budget.test.ts",
]

const HANGS_MS = process.env.ALL === "1" ? 1_800_000 : 900_000

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [
    {
      name: "resolution",
      // A cached module contains the paths of its imports, and Vitest hashes only the module and its own options.
      configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
        experimental_defineCacheKeyGenerator(() => resolution.join()),
    },
  ],
  test: {
    experimental: {
      // A machine of CI starts without a cache, and would only write one.
      fsModuleCache: !process.env.CI,
      fsModuleCachePath: join(import.meta.dirname, ".cache/vitest"),
    },
    include: ["**/*.test.ts"],
    // Templates run as projects of their own: test/templates.test.ts.
    exclude: [
      ...["node_modules/**", ".cache/**", "dist/**", "examples/templates/**"],
      ...(process.env.ALL === "1" ? [] : rare),
    ],
    // Sandboxes are asked with their own token where a test gives none.
    env: { PATH: path, GH_TOKEN: "", GITHUB_TOKEN: "", NODE_OPTIONS: forChildren },
    globalSetup: "test/before-all.ts",
    setupFiles: ["test/graphql-js.ts", "test/each-file.ts"],
    // Only for tests that hang: a busy machine makes tests slow, and `make test-all` makes some of them long.
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    // A file leaves nothing behind that another would notice. A process for each would load the compiler,
    // the catalogue and the schema anew 160 times, which is half of what most of them do.
    isolate: false,
    // Much of the time is spent waiting for servers and processes: two more than there are cores.
    maxWorkers: availableParallelism() + 2,
    // Less is copied while the compiler and TypeScript make their trees: a fifth of the time.
    execArgv: ["--max-semi-space-size=64", "--require", optimizeLater],
    sequence: { sequencer: Order },
    // What child processes run does not count.
    coverage: {
      provider: "v8",
      include: ["runtime/**/*.ts"],
      exclude: ["**/*.test.ts", "**/testing/**"],
      reportsDirectory: ".cache/coverage",
      reporter: [["text", { skipFull: true, maxCols: 100 }], "html"],
      reportOnFailure: true,
      // Of a whole run, in per cent.
      thresholds: { lines: 94, branches: 87 },
    },
  },
})
