/** The JSON Schema (2020-12) keywords a contract may use. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[]
  /** The type of an object that several contracts have. */
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean | null
  readonly default?: unknown
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null"
