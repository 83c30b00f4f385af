/** Loaded by the first call that a client with bounds records. */
import { takesNode } from "../../call/index.js"
import type { Bounds, Client, Guard } from "../../client/index.js"
import type { JsonSchema } from "../../definition/index.js"
import type { Failure } from "../../errors/index.js"
import type { GraphqlTransport } from "../../graphql/index.js"
import { namesIn } from "../../input/index.js"
import type { Definition } from "../../routes/index.js"
import type { Scope } from "../../timing/index.js"
import { countCall, inputOutOfBounds, limitsOf, whereabouts } from "./bounds.js"
import { refusal } from "./guard.js"

/** How many calls are recorded, although the values at some pointers are not known yet, or why none is. */
export async function admitLater(
  call: {
    readonly definition: Definition
    readonly input: unknown
    readonly pointers: readonly string[]
    readonly limit: number
  },
  { guard }: Pick<Client, "guard">,
  transport: Pick<GraphqlTransport, "query">,
  scope: Scope,
): Promise<{ readonly most: number; readonly over?: Failure }> {
  const { definition, input, pointers, limit: most } = call
  const { bounds } = guard
  if (!bounds) return { most }
  const out =
    unknownRepository(definition, pointers, guard) ?? inputOutOfBounds(definition, input, guard)
  if (out) return { most, over: out }
  const counted = countUpTo(most, definition, bounds)
  if (counted.over || !bounds.repos) return counted
  const { failure } = await whereabouts(definition, input, bounds, transport, scope)
  return failure ? { most, over: failure } : counted
}

/** Counts calls whose number is unknown in advance, up to the limit. */
function countUpTo(
  most: number,
  counted: Definition,
  bounds: Bounds,
): { readonly most: number; readonly over?: Failure } {
  if (limitsOf(counted, bounds).length === 0) return { most }
  for (let made = 0; made < most; made += 1) {
    const over = countCall(counted, bounds)
    if (over) return made > 0 ? { most: made } : { most: 0, over }
  }
  return { most }
}

/**
 * Returns the failure if a call cannot be recorded because a value that is not known yet may belong to any
 * repository.
 */
function unknownRepository(
  { id, input }: Pick<Definition, "id" | "input">,
  unknown: readonly string[],
  { bounds }: Pick<Guard, "bounds">,
): Failure | undefined {
  if (!bounds?.repos) return undefined
  const where = unknown.find((pointer) => {
    const schema = schemaAt(input, namesIn(pointer))
    return /^\/(owner|repo)$/.test(pointer) || (schema && takesNode(schema))
  })
  if (where === undefined) return undefined
  return refusal(
    "repos",
    `${id} would act on the object in ${where.slice(1)}, whose repository is unknown until the recording runs`,
    "Run the recording first, then make this call with the value",
  )
}

function schemaAt(schema: JsonSchema, names: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = names
  if (name === undefined) return schema
  const next = schema.items ?? schema.properties?.[name]
  return next && schemaAt(next, rest)
}
