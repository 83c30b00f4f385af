/** The layers and entry points of each package. */

/** The import rules within one package. */
export interface PackageRules {
  /** The only files that other packages may import. */
  readonly entryPoints: readonly string[]
  /**
   * Layers from the top down, by the folder that they divide; `.` stands for the folder's own files. A layer may
   * import from lower layers, but not from its own. `routes/*\/format` is a layer too: the folders of that name in
   * each of `routes`, each with its own `index.ts`.
   */
  readonly layers: Readonly<Record<string, readonly (readonly string[])[]>>
}

export const packageRules: Readonly<Record<string, PackageRules>> = {
  runtime: {
    entryPoints: [
      "index.ts",
      "public.ts",
      // For generated modules, each of which imports only what it needs.
      "module.ts",
      // For the bench.
      "capability/index.ts",
      "contract.ts",
      // Extends `ghx/codegen/registry` in projects with cards of their own.
      "extend-registry.ts",
      // Compares patterns of guards with the ids of capabilities.
      "known-patterns.ts",
      "definition/index.ts",
      "path/index.ts",
      // "Did you mean" in the compiler's messages.
      "suggestions/index.ts",
      // Programs of the command that share documents; an import of `ghx` must not load it.
      "batch/index.ts",
      // Lets unbound capabilities use the client of the environment.
      "default.ts",
      // `ghx/core`.
      "core.ts",
      // `ghx/budget`.
      "features/budget/index.ts",
      // For the compiler's page of capabilities.
      "execute/descriptions/index.ts",
      "properties/index.ts",
      // Guards and results of operations without a capability.
      "features/guards/index.ts",
      "features/guards/is-search.ts",
      "features/untrusted/show-text.ts",
      // For the command: its logins, and gh itself.
      "features/gh/logins.ts",
      "features/gh/process.ts",
      "features/gh/real-gh.ts",
      // The table of destructive operations, for the test that reviews GitHub's descriptions.
      "features/guards/destructive.ts",
      // Keys of durable runs.
      "features/once/index.ts",
      // Route names for the compiler and the command.
      "route-names/index.ts",
      // Cleans the command's output.
      "text/index.ts",
      // Keywords that few schemas have, for generated modules.
      "validation/index.ts",
      // Arguments of tools.
      "execute/arguments.ts",
      // Bundled separately for processes and for browsers.
      "errors/index.ts",
      "features/gh/attempt.ts",
      "features/gh/preflight.ts",
      "http/network.ts",
      "step/before-exit-warning.ts",
      // For tests and benchmarks.
      "graphql/index.ts",
      "testing/index.ts",
    ],
    layers: {
      ".": [
        ["."],
        ["execute"],
        ["features"],
        // The core, which imports no feature.
        ["capability", "chain"],
        ["step"],
        ["call"],
        ["routes", "validation"],
        ["batch"],
        ["client"],
        ["graphql"],
        ["http"],
        ["traffic"],
        ["timing"],
        ["input"],
        ["errors", "path", "properties", "suggestions"],
        ["definition"],
        ["envelope", "reference", "text"],
        ["route-names"],
      ],
      features: [
        ["."],
        ["options"],
        [
          "all-pages",
          "dry-run",
          "fields",
          "gh",
          "guards",
          "interceptors",
          "octokit",
          "once",
          "remembered-ids",
          "response-cache",
          "untrusted",
          "within-budget",
        ],
        ["answer-parts", "budget"],
      ],
      routes: [["."], ["graphql", "rest"], ["route"]],
    },
  },
  sandbox: {
    entryPoints: [
      "index.ts",
      "server/hosts.ts",
      // For the page about what it models.
      "graphql/index.ts",
      "rest/index.ts",
      "server/index.ts",
      "tests/index.ts",
      // For seeds in tests.
      "seed/index.ts",
      // For the simulation.
      "http/index.ts",
    ],
    layers: {
      ".": [
        ["tests"],
        ["."],
        ["server", "webhooks"],
        ["git-http", "graphql", "rest"],
        ["http", "search", "seed"],
        ["snapshot", "state"],
        ["errors", "tables"],
        ["git", "synthesize"],
        ["public"],
      ],
      graphql: [["."], ["mutations"], ["types"], ["field"]],
      rest: [["."], ["generic"], ["routes"], ["shapes"], ["route"]],
    },
  },
  generator: {
    entryPoints: [
      // `ghx gen`.
      "index.ts",
      "check/index.ts",
      "compile/index.ts",
      "diagnostics/index.ts",
      // For the command, which writes into the same folders.
      "disk/index.ts",
      // Documents without cards.
      "routes/graphql/document/index.ts",
      "emit/index.ts",
      // For tests.
      "scaffold/index.ts",
      "parse/index.ts",
      "plan/index.ts",
      "read/index.ts",
      // For the command, which also loads code of projects.
      "read/trust.ts",
      "report/index.ts",
      "run/index.ts",
      "write/index.ts",
    ],
    layers: {
      ".": [
        ["."],
        ["pin", "run", "scaffold"],
        ["compile"],
        ["routes"],
        ["emit"],
        ["plan"],
        ["expand"],
        ["check", "path"],
        ["shape", "write"],
        ["parse"],
        ["routes/*/format"],
        ["form"],
        ["jmespath"],
        ["messages", "read", "report"],
        ["diagnostics"],
        ["disk", "text"],
      ],
      // The stages of one route.
      routes: [["."], ["cli", "graphql", "rest"], ["route"]],
      "routes/cli": [["."], ["format"]],
      "routes/graphql": [
        ["."],
        ["document", "emit", "scaffold"],
        ["plan"],
        ["derive"],
        ["check"],
        ["format"],
      ],
      "routes/rest": [["."], ["emit", "scaffold"], ["plan"], ["derive"], ["check"], ["format"]],
    },
  },
  planner: {
    entryPoints: [
      // `ghx/plan`.
      "index.ts",
      // For the compiler, which writes the planner's table.
      "table/index.ts",
    ],
    layers: { ".": [["table"], ["."]] },
  },
  // The command: one file per command, above the shared folders.
  "surfaces/command": {
    entryPoints: [
      "main.ts",
      "output/index.ts",
      "terminal/index.ts",
      // For tests.
      "gh/index.ts",
      "program.ts",
    ],
    layers: {
      ".": [
        ["."],
        ["mcp"],
        ["exec"],
        ["gh"],
        ["discovery", "fleet"],
        ["input", "libraries"],
        ["output"],
        ["screen"],
        ["terminal"],
      ],
    },
  },
  // The explorer and its server; `page` runs in a browser.
  "surfaces/explorer": {
    entryPoints: ["index.ts", "page/index.ts", "fixture.ts", "bundle.ts", "capabilities.ts"],
    layers: { ".": [["."], ["page"]] },
  },
  // Capabilities as tools of models.
  "surfaces/tools": {
    entryPoints: [
      "index.ts",
      // For the command and the MCP server.
      "results/index.ts",
    ],
    layers: { ".": [["."], ["results"]] },
  },
  // Durable runs, and the engines of a fleet.
  "surfaces/durable": {
    entryPoints: ["index.ts", "bullmq/index.ts", "dbos/index.ts"],
    layers: { ".": [["."], ["bullmq", "dbos"], ["queue"], ["run"]] },
  },
  // Issue chains: pure rules below, side effects above.
  "surfaces/issue-chain": {
    entryPoints: [
      "index.ts",
      // For tests.
      "flow/index.ts",
      "manifest/index.ts",
      "ports/index.ts",
      "text/index.ts",
    ],
    layers: { ".": [["."], ["flow"], ["ports", "text"], ["manifest"], ["machine", "problem"]] },
  },
  // Operations without a capability.
  "surfaces/ad-hoc": { entryPoints: ["index.ts", "description.ts"], layers: { ".": [["."]] } },
  // GitHub's schema as documents need it, for the compiler and the sandbox.
  "schema/lazy": { entryPoints: ["index.ts"], layers: { ".": [["."]] } },
}

/** The modules that generated code and users of the package load first. */
export const entries: readonly string[] = [
  "runtime/index.ts",
  "runtime/public.ts",
  "runtime/module.ts",
]

/** What the entries must not load with themselves: it is loaded by the calls that use it. */
export const optionalFeatures: readonly string[] = [
  "runtime/features/answer-parts",
  "runtime/features/budget",
  "runtime/features/fields/narrow-definition.ts",
  "runtime/features/gh/attempt.ts",
  "runtime/features/gh/preflight.ts",
  "runtime/features/guards/bounds.ts",
  "runtime/features/interceptors/intercepted.ts",
  "runtime/features/octokit/adapter.ts",
  "runtime/features/once/once.ts",
  "runtime/features/response-cache/response-cache.ts",
  "runtime/features/untrusted/untrusted.ts",
  "runtime/features/within-budget/paced-traffic.ts",
  "runtime/execute/recordings/record.ts",
  "runtime/chain/dry-run.ts",
]
