import { stringLiteral } from "../text/index.js"
import { importPath, moduleHead, NO_PACKAGE_IMPORTS, type PackageImports } from "./module.js"

/**
 * The package's entry points: two trees of the same capabilities, with common exports. A project with the package
 * installed has few cards, so it only gets the tree that loads a capability on its first call.
 */
export function emitEntries(packageImports: PackageImports): [path: string, text: string][] {
  const entries =
    packageImports === NO_PACKAGE_IMPORTS
      ? {
          index: ENTRY,
          lazy: LAZY,
          calls: callsOf('"./on-demand.js"'),
          client: clientOf(),
          "on-demand": ON_DEMAND,
        }
      : {
          index: ENTRY_OF_PROJECT,
          calls: callsOf('"ghx/codegen/registry"'),
          client: clientOf(
            'import { createCheckedClient } from "ghx/codegen/client"\nimport { known } from "ghx/codegen/registry"',
          ),
        }
  const head = `${moduleHead(packageImports)}\n`
  return Object.entries(entries).map(([name, text]) => {
    const path = `generated/${name}.ts`
    const linked =
      head +
      text.replace(/"\.\.\/(runtime\/\w+)\.js"/g, (_, file: string) =>
        stringLiteral(importPath(path, `${file}.ts`, packageImports)),
      )
    return [path, linked]
  })
}

const EXPORTS = `export * from "../runtime/public.js"
export * from "./calls.js"
export * from "./client.js"
export type { CapabilityMap } from "./capability-map.js"
export type * from "./types.js"
`

const creating = (
  example = "",
) => `/** The tree of a client with \`throws\`: its calls return data, and throw if they fail. */
export type ThrowingGhx = Throwing<Ghx>

/**
 * Creates the tree of every capability, bound to its own client.
 *
 * @param options - of the client to create, or \`{ client }\` with a client from \`createClient\`. With
 *   \`throws\`, calls return data and throw if they fail${example}
 */
export function createGhx(options: Dependencies & ThrowingOptions): ThrowingGhx
/** The tree whose calls return envelopes. */
export function createGhx(options?: Dependencies): Ghx
/** Either tree. */
export function createGhx(options: Dependencies = {}): object {
	return treeFor(ghx, options, createClient)
}
`

const ENTRY = `import "../runtime/default.js"
import { type Throwing, type ThrowingOptions, treeFor } from "../runtime/index.js"
import { createClient, type Dependencies } from "./client.js"
import * as ghx from "./namespaces.js"

${EXPORTS}
export {
	/** Every capability, bound to the default client, which is created from the environment on first use. */
	ghx,
}

type Tree = typeof ghx

/** The tree of every capability. Declarations of your code refer to this name for a client. */
export interface Ghx extends Tree {}

${creating(`
 *
 * @example
 * const ours = createGhx({ base_url: "https://github.example.com/api/v3", token: "…" })
 * const repository = await ours.repo.view({ owner: "octocat", repo: "hello-world" })`)}`

const ENTRY_OF_PROJECT = `import type { ghx as ofPackage } from "ghx"
import { document, request } from "ghx/codegen/registry"
import { environmentClient, type Throwing, type ThrowingOptions, treeFor, treeOf } from "../runtime/index.js"
import { createClient, type Dependencies } from "./client.js"
import type * as own from "./namespaces.js"
import { registry } from "./registry.js"

${EXPORTS}
type Tree = typeof ofPackage & typeof own

/** The tree of every capability of ghx and of this project. */
export interface Ghx extends Tree {}

/**
 * Every capability of ghx and of this project, bound to the default client, which is created from the
 * environment on first use. The first call of a capability loads its code.
 */
export const ghx: Ghx = /* @__PURE__ */ treeOf<Ghx>(registry, environmentClient, {
	document, request,
})

${creating()}`

const LAZY = `import { environmentClient, type Throwing, type ThrowingOptions, treeFor, treeOf } from "../runtime/index.js"
import { createClient, type Dependencies } from "./client.js"
import type * as namespaces from "./namespaces.js"
import { document, request } from "./on-demand.js"
import { registry } from "./registry.js"

export * from "../runtime/public.js"
export * from "./calls.js"
export * from "./client.js"

/** The export of \`index.ts\` with this name; the first call of a capability loads its code. */
export const ghx: typeof namespaces = /* @__PURE__ */ treeOf<typeof namespaces>(
	registry, environmentClient, { document, request },
)

/** The export of \`index.ts\` with this name. */
export function createGhx(options: Dependencies & ThrowingOptions): Throwing<typeof namespaces>
/** The tree whose calls return envelopes. */
export function createGhx(options?: Dependencies): typeof namespaces
/** Either tree. */
export function createGhx(options: Dependencies = {}): object {
	return treeFor(ghx, options, createClient)
}
`

/** @param onDemand - the module that loads the compiler of operations without a capability */
const callsOf = (
  onDemand: string,
): string => `import { clientOf, type Executor, executorOf } from "../runtime/index.js"
import type { CapabilityMap } from "./capability-map.js"
import { createClient, type Dependencies } from "./client.js"
import { compiler as operations } from ${onDemand}
import { catalog, registry } from "./registry.js"

/**
 * Creates the calls by name, \`execute\`, \`explain\`, \`listCapabilities\`, \`executeTask\` and
 * \`executeTasks\`, bound to their own client.
 *
 * @param options - of the client to create, or \`{ client }\` with a client from \`createClient\`
 *
 * @example
 * const client = createClient({ token: "…" })
 * const ours = createGhx({ client })
 * const { execute, explain } = createExecutor({ client })
 */
export function createExecutor(options: Dependencies = {}): Executor<CapabilityMap> {
	const client = clientOf(options, createClient)
	return executorOf<CapabilityMap>({
		registry, catalog, operations, create: createClient, client: () => client,
	})
}

const executor = /* @__PURE__ */ executorOf<CapabilityMap>({
	registry, catalog, operations, create: createClient,
})

/**
 * Runs a capability by its id, typed where the id is a literal.
 *
 * @example
 * const issue = await execute("issue.view", { owner: "octocat", repo: "hello-world", issue_number: 1 })
 */
export const execute: Executor<CapabilityMap>["execute"] = executor.execute

/** Describes a capability and how to call it, in few tokens. */
export const explain: Executor<CapabilityMap>["explain"] = executor.explain

/**
 * Lists all capabilities, or those of one domain (\`issue\`, \`pr.thread\`), one line each;
 * \`{ signatures: true }\` adds how each is called.
 *
 * @throws GhxError if the domain is unknown; \`error.details.candidates\` lists similar ones.
 */
export const listCapabilities: Executor<CapabilityMap>["listCapabilities"] = executor.listCapabilities

/**
 * Runs one task, through the client of the environment unless given another.
 *
 * @example
 * const me = await executeTask({ task: "user.me", input: {} }, { token: "…" })
 */
export const executeTask: Executor<CapabilityMap>["executeTask"] = executor.executeTask

/**
 * Runs tasks as a chain; one task alone takes the routing of a single call.
 *
 * @example
 * const { status, results } = await executeTasks([
 *   { task: "pr.thread.reply", input: { thread_id: "…", body: "Done." } },
 *   { task: "pr.thread.resolve", input: { thread_id: "…" } },
 * ])
 */
export const executeTasks: Executor<CapabilityMap>["executeTasks"] = executor.executeTasks
`

/**
 * The client knows the ids of capabilities, but does not import them: a bundle contains only those that it uses.
 *
 * @param ofPackage - the import of the package's ids, in a project with capabilities of its own
 */
const clientOf = (ofPackage?: string): string => `import {
	type CallLimits as CallLimitsOf, type CapabilityPattern as PatternOf, type Client,
	type ClientOptions as AnyClientOptions, type Dependencies as AnyDependencies,
	type GuardOptions as AnyGuardOptions, type WithPatterns,
} from "../runtime/index.js"
${ofPackage ?? 'import { createCheckedClient } from "../runtime/known-patterns.js"'}
import type { CapabilityMap } from "./capability-map.js"
import definitions from "./definitions.json" with { type: "json" }

type Id = keyof CapabilityMap & string

/** An id, a domain such as \`issue\` or \`pr.thread\`, a pattern with \`*\`, or a pattern of operations: \`GET *\`. */
export type CapabilityPattern = PatternOf<Id>

/** Maximum numbers of calls, by ids or patterns of ids such as \`issue.view\`, \`pr.*\` and \`*\`. */
export type CallLimits = CallLimitsOf<Id>

/** What calls of a client may do. */
export interface GuardOptions extends WithPatterns<AnyGuardOptions, Id> {}

/** Options of a client. */
export interface ClientOptions extends WithPatterns<AnyClientOptions, Id> {}

/** The client for calls: an existing client, or options to create one. */
export interface Dependencies extends WithPatterns<AnyDependencies, Id> {}

/**
 * Makes a client. Sends nothing.
 *
 * @throws if an option is invalid, or a pattern of \`allow\`, \`deny\` or \`limits\` matches no capability
 *
 * @example
 * const client = createClient({ token: process.env.WORK_TOKEN, base_url: "https://ghes.example.com" })
 */
export function createClient(options: ClientOptions = {}): Client {
	return createCheckedClient(options, ${ofPackage ? "[...known, ...definitions]" : "definitions"})
}
`

const ON_DEMAND = `import {
	type DocumentFunction, documentBy, environmentClient, type OperationCompiler, type RequestFunction,
	requestBy,
} from "../runtime/index.js"

/** Loads the compiler of operations without a capability. */
export const compiler = async (): Promise<OperationCompiler> =>
	(await import("../surfaces/ad-hoc/index.js")).compiler

/**
 * Sends any REST operation that GitHub documents. Checks path, query and body against the description, and
 * returns the documented result. Writes need a client with \`operations: "write"\`.
 *
 * @param operation - method and path: \`GET /repos/{owner}/{repo}/hooks\`
 * @param input - the parameters of path, query and body, by name
 *
 * @example
 * const hooks = await ghx.request("GET /repos/{owner}/{repo}/hooks", { owner: "octocat", repo: "hello-world" })
 */
export const request: RequestFunction = /* @__PURE__ */ requestBy(
	compiler, environmentClient,
)

/**
 * Creates a function from a GraphQL document. The document is checked against the schema before anything is
 * sent. Results have names in snake_case. Mutations need a client with \`operations: "write"\`.
 *
 * @example
 * const stars = ghx.document("query($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { stargazerCount } }")
 * const counted = await stars({ owner: "octocat", repo: "hello-world" })
 */
export const document: DocumentFunction = /* @__PURE__ */ documentBy(
	compiler, environmentClient,
)
`
