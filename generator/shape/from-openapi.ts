import {
  ABSENT,
  ANY,
  arrayOf,
  BOOLEAN,
  type Field,
  INTEGER,
  NULL,
  type ObjectShape,
  SCALARS,
  type Shape,
  unionOf,
} from "./shape.js"

/** The named schemas of a REST description. */
export type OpenapiSchemas = Readonly<Record<string, unknown>>

/** The keywords of OpenAPI 3.0 that say what a value can be. */
interface OpenapiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, OpenapiSchema>>
  readonly required?: readonly string[]
  readonly items?: OpenapiSchema
  readonly oneOf?: readonly OpenapiSchema[]
  readonly anyOf?: readonly OpenapiSchema[]
  readonly allOf?: readonly OpenapiSchema[]
  readonly additionalProperties?: boolean | OpenapiSchema
}

/**
 * The shape of what REST answers or takes. GitHub's schemas refer to themselves, so the fields of an
 * object are only made when they are looked at; `origin` names the place that the shape stands for.
 */
export function fromOpenapi(schema: unknown, schemas: OpenapiSchemas, origin: string): Shape {
  return new OpenapiShapes(schemas).of(asSchema(schema), origin)
}

class OpenapiShapes {
  private readonly schemas: OpenapiSchemas

  constructor(schemas: OpenapiSchemas) {
    this.schemas = schemas
  }

  of(schema: OpenapiSchema, origin: string, name?: string): Shape {
    if (schema.$ref !== undefined) {
      const target = schema.$ref.split("/").at(-1) ?? ""
      return this.of(asSchema(this.schemas[target]), origin, target)
    }
    const shape = this.nonNull(schema, origin, name)
    return schema.nullable ? unionOf(shape, NULL) : shape
  }

  private nonNull(schema: OpenapiSchema, origin: string, name: string | undefined): Shape {
    const choices = schema.oneOf ?? schema.anyOf
    if (choices !== undefined && schema.properties === undefined) {
      return unionOf(...choices.map((choice) => this.of(choice, origin)))
    }
    if (schema.allOf !== undefined) return this.allOf(schema.allOf, origin, name)
    if (schema.enum !== undefined) return fromEnum(schema.enum)
    const types = [schema.type ?? (schema.properties ? "object" : undefined)].flat()
    return unionOf(...types.map((type) => this.ofType(schema, type, origin, name)))
  }

  private ofType(
    schema: OpenapiSchema,
    type: string | undefined,
    origin: string,
    name: string | undefined,
  ): Shape {
    if (type === "object") return this.object([schema], origin, name)
    if (type !== "array") return SCALARS[type ?? ""] ?? ANY
    return arrayOf(schema.items === undefined ? ANY : this.of(schema.items, `${origin}[]`))
  }

  private allOf(parts: readonly OpenapiSchema[], origin: string, name: string | undefined): Shape {
    const resolved = parts.map((part) => this.resolved(part))
    const isObject = resolved.every((part) => part.properties !== undefined)
    const [only] = parts
    if (parts.length === 1 && only !== undefined) return this.of(only, origin, name)
    return isObject ? this.object(resolved, origin, name) : ANY
  }

  private resolved(schema: OpenapiSchema): OpenapiSchema {
    const target = schema.$ref?.split("/").at(-1)
    return target === undefined ? schema : asSchema(this.schemas[target])
  }

  private object(
    parts: readonly OpenapiSchema[],
    origin: string,
    name: string | undefined,
  ): ObjectShape {
    const fields: Record<string, Field> = {}
    for (const part of parts) {
      for (const [property, schema] of Object.entries(part.properties ?? {})) {
        const at = `${origin}.${property}`
        const isRequired = parts.some((one) => one.required?.includes(property))
        Object.defineProperty(fields, property, {
          enumerable: true,
          configurable: true,
          get: (): Field => {
            const shape = this.of(schema, at)
            const field: Field = {
              shape: isRequired ? shape : unionOf(shape, ABSENT),
              origins: [at],
            }
            Object.defineProperty(fields, property, { enumerable: true, value: field })
            return field
          },
        })
      }
    }
    const rest = this.rest(parts, `${origin}.*`)
    return { kind: "object", fields, ...(rest && { rest }), ...(name !== undefined && { name }) }
  }

  /** What properties hold that have no name in the description, where it says that there are any. */
  private rest(parts: readonly OpenapiSchema[], origin: string): Shape | undefined {
    const declared = parts.flatMap(({ additionalProperties }) => additionalProperties ?? [])
    const [first] = declared
    if (first === undefined || first === false) return undefined
    return first === true ? ANY : this.of(first, origin)
  }
}

function fromEnum(values: readonly unknown[]): Shape {
  const texts = values.filter((value) => typeof value === "string")
  const others = values.flatMap((value): Shape[] => {
    if (value === null) return [NULL]
    return typeof value === "number" ? [INTEGER] : typeof value === "boolean" ? [BOOLEAN] : []
  })
  return unionOf(
    ...(texts.length > 0 ? [{ kind: "string" as const, values: texts }] : []),
    ...others,
  )
}

function asSchema(value: unknown): OpenapiSchema {
  return typeof value === "object" && value !== null ? value : {}
}

/** The shape with only the fields that were read: what a generated module says of a response. */
export function fieldsRead(shape: Shape, isRead: (origin: string) => boolean): Shape {
  switch (shape.kind) {
    case "array":
      return arrayOf(fieldsRead(shape.items, isRead))
    case "union":
      return unionOf(...shape.members.map((member) => fieldsRead(member, isRead)))
    case "object": {
      const fields = Object.keys(shape.fields).flatMap((name): [string, Field][] => {
        // The origin is known before the field is made: making all of them would never end.
        const field = fieldRead(shape, name, isRead)
        return field === undefined ? [] : [[name, { shape: fieldsRead(field.shape, isRead) }]]
      })
      // TypeScript wants named properties to be like the others: they are told apart by `.*` alone.
      const rest = fields.length === 0 ? shape.rest : undefined
      return {
        kind: "object",
        fields: Object.fromEntries(fields),
        ...(rest && { rest: fieldsRead(rest, isRead) }),
      }
    }
    default:
      return shape
  }
}

/** A field of an object that was read; undefined of one that was not. */
export function fieldRead(
  shape: ObjectShape,
  name: string,
  isRead: (origin: string) => boolean,
): Field | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(shape.fields, name)
  // A field that nobody looked at was not read.
  if (descriptor?.get !== undefined) return undefined
  const field = shape.fields[name]
  return field?.origins?.some(isRead) ? field : undefined
}
