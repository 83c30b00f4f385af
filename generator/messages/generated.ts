/** Problems in generated code found by other tools: always a bug of the compiler, never of a card. */
import type { DiagnosticCode, Problem } from "../diagnostics/index.js"

const HELP = "this is a bug of the compiler: please report it with the card"

const bug = (code: DiagnosticCode, message: string): Problem => ({ code, message, help: HELP })

export const unknownStatement = (kind: string) =>
  bug("GHX1701", `not allowed in generated code: ${kind}`)

export const foreignImport = (name: string) =>
  bug("GHX1701", `\`${name}\` is neither a generated module nor part of the runtime`)

export const silencedTypeScript = (comment: string) =>
  bug("GHX1701", `\`${comment}\` suppresses a TypeScript error`)

export const isAny = (name: string) => bug("GHX1701", `\`${name}\` is \`any\``)

export const undocumented = (name: string) =>
  bug("GHX1701", `\`${name}\` is exported and has no documentation`)

export const typeError = (message: string) => bug("GHX1702", message)

export const operationTypes = (what: string, verdict: string) =>
  bug("GHX1703", `GraphQL Code Generator generates other types for ${what}: ${verdict}`)

export const contractTypes = (side: "input" | "output", verdict: string) =>
  bug("GHX1704", `json-schema-to-typescript generates another type for the ${side}: ${verdict}`)
