import { contentOf, isContentProperty } from "./fields-at.js"
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

type OpenapiSchemas = Readonly<Record<string, unknown>>

/** The OpenAPI 3.0 keywords that define a value. */
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
 * The shape of a REST request or response. GitHub's schemas are recursive, so an object's fields are
 * created lazily; `origin` identifies the shape's place.
 */
export function fromOpenapi(schema: unknown, schemas: OpenapiSchemas, origin: string): Shape {
  return new OpenapiShapes(schemas).of(asSchema(schema), origin)
}

class OpenapiShapes {
  constructor(private readonly schemas: OpenapiSchemas) {}

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
            const whole = this.of(schema, at)
            const isContent = isContentProperty(property, part.properties ?? {})
            const shape = isContent ? contentOf(whole) : whole
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

  /** The shape of properties that the description does not name, if it allows any. */
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

/** The shape with only the fields that were read, for generated types. */
export function onlyReadFields(shape: Shape, isRead: (origin: string) => boolean): Shape {
  switch (shape.kind) {
    case "array":
      return arrayOf(onlyReadFields(shape.items, isRead))
    case "union":
      return unionOf(...shape.members.map((member) => onlyReadFields(member, isRead)))
    case "object": {
      const fields = Object.keys(shape.fields).flatMap((name): [string, Field][] => {
        // The origin is known before the field is created: creating all fields would never end.
        const field = readField(shape, name, isRead)
        return field === undefined ? [] : [[name, { shape: onlyReadFields(field.shape, isRead) }]]
      })
      // TypeScript requires named properties to match an index signature, so only one of the two is kept.
      const rest = fields.length === 0 ? shape.rest : undefined
      return {
        kind: "object",
        fields: Object.fromEntries(fields),
        ...(rest && { rest: onlyReadFields(rest, isRead) }),
      }
    }
    default:
      return shape
  }
}

/** A field of an object that was read; undefined of one that was not. */
export function readField(
  shape: ObjectShape,
  name: string,
  isRead: (origin: string) => boolean,
): Field | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(shape.fields, name)
  // A field that was never created was not read.
  if (descriptor?.get !== undefined) return undefined
  const field = shape.fields[name]
  return field?.origins?.some(isRead) ? field : undefined
}
