/** The tools that generated code is compared with. */
import { createRequire } from "node:module"

const load = createRequire(import.meta.url)

export const morph: typeof import("ts-morph") = load("ts-morph")
export const codegen: typeof import("@graphql-codegen/typescript-operations") = load(
  "@graphql-codegen/typescript-operations",
)
/** The copy that the code generator loads: graphql-js accepts no object of another copy. */
export const graphql: typeof import("graphql") = createRequire(
  load.resolve("@graphql-codegen/typescript-operations"),
)("graphql")
export const jsonSchema: typeof import("json-schema-to-typescript") = load(
  "json-schema-to-typescript",
)
