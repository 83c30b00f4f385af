import { bindTo, memoizeLoad, type Source } from "../capability/index.js"
import type { Client } from "../client/index.js"
import type { CapabilityDefinition, Effect } from "../definition/index.js"
import { type Failure, GhxError, permanent } from "../errors/index.js"
import { checkOptions, snapshot } from "../input/index.js"
import type { LoadedDefinition } from "../routes/index.js"
import {
  createStep,
  type IterationOptions,
  itemsIn,
  pagesFrom,
  readIteration,
  type StepWithOut,
  stepPlan,
} from "../step/index.js"

/** Compiles operations without a capability. Loaded by the first such operation. */
export interface OperationCompiler {
  /** A documented REST operation: `POST /repos/{owner}/{repo}/hooks`. */
  request(operation: string, options: RequestOptions): Promise<CompiledOperation>
  /** REST operations that match a phrase, best first, for tasks that no capability covers. */
  search(text: string): Promise<readonly { readonly operation: string; readonly title: string }[]>
  /** Compiles a GraphQL document. */
  document(text: string): Promise<CompiledOperation>
  /** The first pattern of a client's guards that matches no operation. */
  unmatched(guard: Client["guard"]): Promise<UnmatchedPattern | undefined>
}

/** A pattern of a guard that would have no effect. */
export interface UnmatchedPattern {
  readonly guard: "allow" | "deny" | "limits"
  readonly message: string
  readonly fix: string
}

/** A compiled operation; `refused` is the reason why it cannot be sent. */
export interface CompiledOperation extends LoadedDefinition<string, unknown, unknown> {
  readonly description: string
  /** The maximum cost of a document: points and nodes. */
  readonly cost?: OperationCost
  /** The result of a document with the names that the document has. */
  asWritten?(result: unknown): unknown
}

/** The maximum cost of a document. */
export interface OperationCost {
  readonly points: number
  readonly nodes: number
}

export interface RequestOptions {
  /** Media type of the answer, if the operation has several: `application/vnd.github.diff`. */
  readonly accept?: string | undefined
}

/** One call of an operation without a capability. */
export interface OperationStep<Data> extends StepWithOut<string, Data> {
  /** Every item of every page of a list; throws a {@link GhxError} if a page cannot be fetched. */
  items(options?: IterationOptions): AsyncGenerator<ItemOf<Data>, void, undefined>
  /** Every page of a list, each as GitHub documents it. */
  pages(options?: IterationOptions): AsyncGenerator<Data, void, undefined>
}

/** The items of an answer that is a list; those of an object with a list have no known type. */
type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : unknown

/** Sends a documented REST operation: `ghx.request`. */
export interface RequestFunction {
  /** @typeParam Data - the type of the answer, which nothing checks: a card's function has checked types */
  <Data = unknown>(operation: string, input?: object, options?: RequestOptions): OperationStep<Data>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => RequestFunction
}

/** A compiled document: call it with its variables. */
export interface DocumentOperation<Data> {
  (variables?: object): OperationStep<Data>
  readonly definition: CapabilityDefinition<string>
  /** The maximum cost of the document. Throws a {@link GhxError} if the document is invalid. */
  cost(): Promise<OperationCost>
}

/** Makes a function of a GraphQL document: `ghx.document`. */
export interface DocumentFunction {
  /**
   * @typeParam Data - the type of the answer, with names in snake_case. Nothing checks it; a function that `ghx gen`
   *   makes of the document has checked types.
   */
  <Data = unknown>(text: string): DocumentOperation<Data>
  /** @internal */
  readonly [bindTo]: (client: () => Client) => DocumentFunction
}

type Compiler = () => Promise<OperationCompiler>

/** The source of an operation without a capability; its text takes the place of an id. */
interface OperationSource extends Source<string, unknown> {
  load(): Promise<CompiledOperation>
}

/** Whether a task names an operation: a method and a path, or a document. */
export function isOperation(text: unknown): boolean {
  return typeof text === "string" && (requestIn(text) !== null || isDocument(text))
}

/** The source of an operation, by the text that names it. */
export function operationSource(
  text: string,
  compiler: Compiler,
  options: RequestOptions = {},
): OperationSource {
  return isDocument(text) ? ofDocument(text, compiler) : ofRequest(text, compiler, options)
}

export function requestBy(compiler: Compiler, client: () => Client): RequestFunction {
  const call = <Data>(operation: string, input?: object, options?: RequestOptions) =>
    stepOf<Data>(ofRequest(String(operation), compiler, requestOptions(options)), input, client)
  return Object.assign(call, { [bindTo]: (other: () => Client) => requestBy(compiler, other) })
}

const requestOptions = (options: RequestOptions = {}) =>
  checkOptions("request", options, { accept: "string" })

export function documentBy(compiler: Compiler, client: () => Client): DocumentFunction {
  const make = <Data>(text: string): DocumentOperation<Data> => {
    const source = ofDocument(String(text), compiler)
    const call = (variables?: object) => stepOf<Data>(source, variables, client)
    const cost = async () => {
      const { refused, cost: known = { points: 1, nodes: 0 }, id } = await source.load()
      if (!refused) return known
      throw invalid(id, refused)
    }
    return Object.assign(call, { definition: source.definition, cost })
  }
  return Object.assign(make, { [bindTo]: (other: () => Client) => documentBy(compiler, other) })
}

function invalid(capability_id: string, { code, message, details }: Failure): GhxError {
  const error = { code, message, retryable: false, ...(details && { details }) }
  return new GhxError({ ok: false, error, meta: { capability_id } })
}

function ofRequest(text: string, compiler: Compiler, options: RequestOptions): OperationSource {
  const [, method = "", path = ""] = requestIn(text) ?? []
  const id = method ? `${method.toUpperCase()} /${path}` : text.slice(0, 200)
  const effect =
    method === "" || /^get$/i.test(method) ? "read" : effectOf(/^delete$/i.test(method))
  return sourceOf(id, effect, "rest", async () => (await compiler()).request(text, options))
}

function ofDocument(text: string, compiler: Compiler): OperationSource {
  const [, type = "query", name] = /\b(query|mutation)\b(?:\s+(\w+))?/.exec(outermost(text)) ?? []
  const id = name ? `${type} ${name}` : type
  const effect = type === "mutation" ? effectOf(/\bdelete[A-Z]/.test(text)) : "read"
  return sourceOf(id, effect, "graphql", async () => (await compiler()).document(text))
}

const effectOf = (destroys: boolean): Effect => (destroys ? "destroy" : "write")

/** The source of an operation. It refuses an operation whose effect exceeds the one that the guards have seen. */
function sourceOf(
  id: string,
  effect: Effect,
  route: "graphql" | "rest",
  compile: () => Promise<CompiledOperation>,
): OperationSource {
  const idempotent = effect === "read"
  const definition = { id, version: "1.0.0", effect, idempotent, routes: [route] }
  const load = memoizeLoad(async () => {
    const compiled = await compile()
    // Assigned rather than copied, because a copy would evaluate the getter of the output. The same text always has
    // the same effect.
    if (ranks[compiled.effect] <= ranks[effect]) return Object.assign(compiled, { effect })
    const message = `${id} is a ${compiled.effect}, but its text does not show that`
    return { ...compiled, refused: permanent("VALIDATION", "not_sent", message) }
  })
  return {
    definition,
    load,
    async contract() {
      const { description, input, refused } = await load()
      if (refused) throw invalid(id, refused)
      return { ...definition, description, input, output: {} }
    },
  }
}

const ranks = { read: 0, write: 1, destroy: 2 }

/** Text after the first slash of a path may have spaces. */
const requestIn = (text: string) =>
  /^\s*(GET|POST|PUT|PATCH|DELETE)\s+\/?([^\s/]+\/[^\r\n]*\S|\S*)\s*$/i.exec(text)

const isDocument = (text: string) =>
  /^[\s,\ufeff]*(?:#|\{|(?:query|mutation|subscription|fragment)\b)/.test(text)

/** A document without strings, comments, braces and parentheses. */
function outermost(text: string): string {
  const bare = text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g, " ")
  let depth = 0
  let kept = ""
  for (const one of bare) {
    if (one === "}" || one === ")") depth -= 1
    else if (one === "{" || one === "(") depth += 1
    else if (depth === 0) kept += one
  }
  return kept.replace(/\bfragment\s+\w+\s+on\s+\w+/g, " ")
}

function stepOf<Data>(
  source: OperationSource,
  input: object | undefined,
  client: () => Client,
): OperationStep<Data>
function stepOf(
  source: OperationSource,
  input: object | undefined,
  client: () => Client,
): OperationStep<unknown> {
  const given = snapshot(input)
  const first = createStep(source, given, client)
  async function* pagesOf(options: IterationOptions = {}, size?: number) {
    first[stepPlan].asked()
    const iteration = readIteration(options)
    const { pages: of } = await source.load()
    const at = (cursor?: string) => {
      const value = of?.next(given.value, { ...(cursor && { cursor }), ...(size && { size }) })
      return createStep(source, { ...given, value: value ?? given.value }, client)
    }
    yield* pagesFrom(size ? at() : first, iteration, {
      items: (page) => of?.items(page) ?? [],
      next: at,
    })
  }
  const pages = (options?: IterationOptions) => pagesOf(options)
  async function* items(options: IterationOptions = {}) {
    const { limit, run } = readIteration(options)
    const { pages: of, unpaged } = await source.load()
    if (unpaged) {
      const message = `${source.definition.id} has no items: ${unpaged}`
      throw invalid(source.definition.id, permanent("VALIDATION", "not_sent", message))
    }
    // GitHub's own pages of 30 items take more requests, and the commits of a comparison without pages end at 250.
    const longest = source.definition.routes.includes("rest") ? 100 : undefined
    if (limit > 0)
      yield* itemsIn(pagesOf(run, longest), limit, (page) => of?.items(page) ?? [page].flat())
  }
  return Object.assign(first, { items, pages })
}
