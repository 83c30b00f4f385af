import { type Static, type TObject, type TSchema, Type } from "typebox"
import { Value } from "typebox/value"
import { refuse } from "./errors.js"
import type { AskedRequest } from "./request.js"

/** A property that may be absent or null. */
export const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]))

const each =
  <Schema extends TSchema>(schema: Schema) =>
  <const Names extends string>(...names: readonly Names[]) =>
    Object.fromEntries(names.map((name) => [name, maybe(schema)])) as {
      [Name in Names]: ReturnType<typeof maybe<Schema>>
    }

/** Properties that may be absent or null: `...texts("title", "body")`. */
export const texts = each(Type.String())
export const flags = each(Type.Boolean())
export const integers = each(Type.Integer())

/** Returns the body, validated by `schema`; otherwise throws a 422 with an error for each property. */
export function readBody<Schema extends TObject>(
  request: AskedRequest,
  resource: string,
  schema: Schema,
): Static<Schema> {
  const body = request.body.by(schema)
  if (Value.Check(schema, body)) return body
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw refuse(400, "Body should be a JSON object")
  }
  const errors = Object.entries(schema.properties).flatMap(([field, property]) => {
    const value: unknown = Reflect.get(body, field)
    if (value === undefined) {
      const isRequired = schema.required?.includes(field) ?? false
      return isRequired ? [{ resource, field, code: "missing_field" }] : []
    }
    return Value.Check(property, value) ? [] : [{ resource, field, code: "invalid" }]
  })
  throw refuse(422, "Validation Failed", { errors })
}

/** The bytes of a content in Base64. Some clients send it with line breaks. */
export function bytesOfBase64(content: string): Buffer {
  const encoded = content.replaceAll(/\s/g, "")
  if (!BASE64.test(encoded)) throw refuse(422, "content is not valid Base64")
  return Buffer.from(encoded, "base64")
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/
