/** Values of seeds. The tags are keywords of JSON Schema, for the schemas of `sandbox/seed/`. */

/** @minLength 1 */
export type NonEmpty = string

/**
 * In whole seconds, as GitHub has times: `2026-11-24T03:00:00Z`.
 * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$
 */
export type Time = string

/**
 * `2025-01-31`
 * @pattern ^\d{4}-\d\d-\d\d$
 */
export type Day = string

/**
 * @asType integer
 * @minimum 1
 */
export type PositiveInteger = number

/**
 * @asType integer
 * @minimum 0
 */
export type Count = number

/** @maxItems 0 */
export type None = readonly never[]

/**
 * GitHub's form of topics: lower case, digits and hyphens.
 * @pattern ^[a-z0-9][a-z0-9-]{0,49}$
 */
export type Topic = string
