/** The entry points in package.json's `exports`, with the purpose of each. */

const INTERNAL = "*internal*: "

/** By subpath, in the order of the page. */
const PURPOSES: Readonly<Record<string, string>> = {
  ".": "Call capabilities, build chains, make clients",
  "./*": "Only the functions of one namespace, such as `ghx/issue`",
  "./lazy":
    "What `ghx` exports, for bundlers that split code: the first call of a capability loads it ([bundles](runtime.md#what-is-loaded-and-when))",
  "./core":
    "Clients of the features that you name, and a bundle of nothing else ([a small bundle](core.md))",
  "./core/*": "The functions of one namespace, for clients of `ghx/core`: `ghx/core/issue`",
  "./budget":
    "One rate budget for all processes that use a token ([runtime](routes.md#one-rate-budget-for-several-processes))",
  "./durable": "Runs of tasks that survive the end of their process ([durable runs](durable.md))",
  "./durable/bullmq": "Durable runs on BullMQ and Redis ([a fleet](durable.md#a-fleet))",
  "./durable/dbos": "Durable runs on DBOS Transact and Postgres ([a fleet](durable.md#a-fleet))",
  "./plan": "Plan the calls for an intent ([plans](plans.md))",
  "./tools": "Tool definitions for agent SDKs ([agents](agents.md#tools-of-an-sdk))",
  "./sandbox": "An in-memory GitHub for tests ([sandbox](sandbox.md))",
  "./sandbox/hosts":
    "Imported by `node --import`: sends requests for GitHub's hosts to a sandbox ([other programs](sandbox.md#other-programs))",
  "./issue-chain": "Run issue chains from a program ([issue chains](issue-chains.md))",
  "./ghx.d.ts": "Ambient types for scripts of `ghx exec`",
  "./codegen/registry": `${INTERNAL}the table of all capabilities, which projects with cards of their own extend`,
  "./codegen": `${INTERNAL}what generated modules import`,
  "./codegen/client": `${INTERNAL}clients whose guards are checked against a project's capabilities, too`,
  "./codegen/contract": `${INTERNAL}the types that declarations of generated modules name`,
  "./codegen/default": `${INTERNAL}lets unbound capabilities use the client of the environment`,
  "./codegen/planner": `${INTERNAL}the planner behind \`ghx/plan\``,
  "./codegen/public": `${INTERNAL}what a generated entry point re-exports`,
}

export interface EntryPoint {
  /** The import specifier: `ghx/plan`. */
  readonly specifier: string
  readonly purpose: string
  /** The module behind it; undefined if it is not a single module with exports. */
  readonly source: string | undefined
}

/** The members of package.json that are read here. */
export interface PackageManifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

/** @throws if package.json and the table above name different entry points */
export function entryPoints({ name, exports }: PackageManifest): EntryPoint[] {
  const described = Object.keys(PURPOSES)
  const missing = Object.keys(exports).filter((subpath) => !described.includes(subpath))
  const gone = described.filter((subpath) => !(subpath in exports))
  if (missing.length + gone.length > 0) {
    throw new Error(
      `test/verify/entry-points.ts must describe the exports of package.json: missing ${missing.join(", ") || "none"}, no longer exported ${gone.join(", ") || "none"}`,
    )
  }
  return Object.entries(PURPOSES).map(([subpath, purpose]) => {
    const types = typesOf(exports[subpath])
    // If two entry points have the same exports, the page lists those of the first.
    const isRoots = subpath !== "." && types === typesOf(exports["."])
    const isModule = types !== "" && !types.includes("*") && !isRoots
    return {
      specifier: `${name}${subpath.slice(1)}`,
      purpose,
      source: isModule ? types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts") : undefined,
    }
  })
}

function typesOf(target: PackageManifest["exports"][string] | undefined): string {
  return typeof target === "object" ? target.types : ""
}

export function isInternal(purpose: string): boolean {
  return purpose.startsWith(INTERNAL)
}
