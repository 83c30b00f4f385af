import { Type } from "typebox"

const name = Type.String({ minLength: 1 })

/** Apart from the schemas of seeds, because `addToken` is synchronous, and seeds are seldom given. */
export const tokenSchema = Type.Object(
  { token: name, login: name, scopes: Type.Optional(Type.Array(name)) },
  { additionalProperties: false },
)
