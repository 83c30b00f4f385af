/** Who may import whom: the one place where it is said. */

/** A folder whose folders stand on layers. */
export interface PackageRules {
  /** What others may import of it; they may not import anything else. */
  readonly entryPoints: readonly string[]
  /**
   * From the top layer down, by the folder that they divide; `.` is the folder's own files. What stands
   * on a layer may import what stands on a lower one, and never its neighbours. `routes/*\/format` is a
   * layer: what each folder in `routes` has under that name stands on a layer of its own, and has a entry.
   */
  readonly layers: Readonly<Record<string, readonly (readonly string[])[]>>
}

export const packageRules: Readonly<Record<string, PackageRules>> = {
  runtime: {
    entryPoints: [
      "index.ts",
      "public.ts",
      // What generated modules take one by one, so that a capability pulls in nothing else.
      "capability/index.ts",
      "contract.ts",
      // What `ghx/codegen/registry` is extended by, in projects with cards of their own.
      "extend-registry.ts",
      "definition/index.ts",
      "path/index.ts",
      // What a name was meant to be, the compiler tells too.
      "near/index.ts",
      // What `ghx/plan` is made of.
      "planner/index.ts",
      // `ghx/budget`.
      "budget/index.ts",
      // What the compiler's page of capabilities says, too.
      "properties/index.ts",
      // What operations that are no capabilities are held to, and how their results are shown.
      "fields/index.ts",
      "guard/index.ts",
      // The names of the routes, which the compiler and the command list.
      "route-names/index.ts",
      // What the command takes out of what it prints.
      "text/index.ts",
      // What arguments of tools that are no capabilities are held to.
      "validation/index.ts",
      // What the package has in a file of its own, for processes and for browsers.
      "errors/index.ts",
      "gh/index.ts",
      "http/network.ts",
      "routes/cli/attempt.ts",
      "routes/cli/preflight.ts",
      "step/watch-for-the-end.ts",
      // What tests and measurements look at from outside.
      "graphql/index.ts",
      "testing/index.ts",
    ],
    layers: {
      ".": [
        ["."],
        ["execute"],
        ["capability", "chain"],
        ["step"],
        ["call"],
        ["fields"],
        ["routes", "validation"],
        ["batch", "dry-run", "record"],
        ["client"],
        ["budget", "gh", "graphql", "guard", "intercept"],
        ["http"],
        ["traffic"],
        ["timing"],
        ["input"],
        ["planner"],
        ["errors", "near", "path", "properties"],
        ["definition"],
        ["envelope", "reference", "text"],
        ["route-names"],
      ],
      routes: [["."], ["cli", "graphql", "rest"], ["route"]],
    },
  },
  sandbox: {
    entryPoints: [
      "index.ts",
      // What docs/sandbox-coverage.md is made of.
      "graphql/index.ts",
      "rest/index.ts",
      "server/index.ts",
      "tests/index.ts",
      // What a test tells another sandbox.
      "seed/index.ts",
    ],
    layers: {
      ".": [
        ["tests"],
        ["."],
        ["server"],
        ["graphql", "rest"],
        ["http", "search", "seed"],
        ["snapshot", "state"],
        ["errors", "tables"],
        ["git", "invent"],
        ["public"],
      ],
      graphql: [["."], ["mutations"], ["types"], ["field"]],
      rest: [["."], ["routes"], ["shapes"], ["route"]],
      snapshot: [["."], ["columns"]],
    },
  },
  generator: {
    entryPoints: [
      // What `ghx gen` runs.
      "index.ts",
      "check/index.ts",
      "compile/index.ts",
      "diagnostics/index.ts",
      // Documents without cards.
      "routes/graphql/document/index.ts",
      "emit/index.ts",
      "parse/index.ts",
      "plan/index.ts",
      "read/index.ts",
      "report/index.ts",
      "run/index.ts",
      "verify/index.ts",
      "write/index.ts",
    ],
    layers: {
      ".": [
        ["."],
        ["init", "pin", "propose", "run"],
        ["compile", "verify"],
        ["routes"],
        ["emit", "scaffold"],
        ["planner"],
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
        ["text"],
      ],
      // Of what one route is, a stage builds on those before it.
      routes: [["."], ["cli", "graphql", "rest"], ["route"]],
      "routes/cli": [["."], ["emit", "scaffold"], ["plan"], ["derive"], ["check"], ["format"]],
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
  // The command: a file for each of its own commands, over what they have in common.
  "surfaces/command": {
    entryPoints: ["main.ts", "output/index.ts", "terminal/index.ts"],
    layers: {
      ".": [["."], ["mcp"], ["exec"], ["gh"], ["discovery"], ["input"], ["output"], ["terminal"]],
    },
  },
  // A page of all capabilities, and what serves it; `page` is what runs in a browser.
  "surfaces/explorer": {
    entryPoints: ["index.ts", "page/index.ts", "fixture.ts", "bundle.ts"],
    layers: { ".": [["."], ["page"]] },
  },
  // Capabilities as tools of models.
  "surfaces/tools": { entryPoints: ["index.ts"], layers: { ".": [["."]] } },
  // Root issues and what they spawn: the rules below, what touches the fixture above them.
  "surfaces/issue-chain": {
    entryPoints: [
      "index.ts",
      // What tests interrupt, and look at from outside.
      "flow/index.ts",
      "manifest/index.ts",
      "ports/index.ts",
      "text/index.ts",
    ],
    layers: { ".": [["."], ["flow"], ["ports", "text"], ["manifest"], ["machine", "problem"]] },
  },
  // Operations that are no capabilities.
  "surfaces/ad-hoc": { entryPoints: ["index.ts"], layers: { ".": [["."]] } },
  // GitHub's schema as documents need it, for the compiler and the sandbox.
  "schema/lazy": { entryPoints: ["index.ts"], layers: { ".": [["."]] } },
}
