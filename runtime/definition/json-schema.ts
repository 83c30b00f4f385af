/** The JSON Schema (2020-12) keywords a contract may use. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[]
  /** The name of an object type that several contracts share. */
  readonly title?: string
  /** The title of another object type whose properties it includes. Contracts do not contain this keyword. */
  readonly extends?: string
  readonly description?: string
  /** The object types of GitHub's schema whose node id the text is. For other validators, an annotation. */
  readonly "x-ghx-node"?: readonly string[]
  readonly deprecated?: boolean
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  /** The value is bytes, a `Uint8Array`; JSON Schema has no type for them. */
  readonly contentMediaType?: "application/octet-stream"
  /** The text encodes bytes. For other validators, an annotation; ghx does not send a string that it cannot decode. */
  readonly contentEncoding?: "base64"
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  /** Objects distinguished by the constant of their property `type`, and optionally null. */
  readonly oneOf?: readonly JsonSchema[]
  /** Rules for inputs that belong together, at the top level of an input schema. Each has `oneOf` or `anyOf`. */
  readonly allOf?: readonly {
    readonly oneOf?: readonly Given[]
    readonly anyOf?: readonly Given[]
  }[]
  /** Required companions of a property. */
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Matches if the property is given. */
interface Given {
  readonly required: readonly [name: string]
}

export const jsonTypes = [
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
] as const

export type JsonType = (typeof jsonTypes)[number]
