import { ProjectError } from "../read/index.js"
import type { Verifier } from "./verification.js"

export type { Verifier } from "./verification.js"

/** What gives the second opinion. Only who verifies has installed it. */
const TOOLS = [
  "ts-morph",
  "@graphql-codegen/typescript-operations",
  "graphql",
  "json-schema-to-typescript",
]

/**
 * Loads the tools that `--verify` and `--release` need, and that nothing else needs.
 *
 * @throws ProjectError where one of them is not installed.
 */
export async function loadVerifier(compilerRoot: string): Promise<Verifier> {
  try {
    const { verify } = await import("./verify.js")
    return (compiled) => verify(compilerRoot, compiled)
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new ProjectError(
      `--verify and --release need tools that are not installed here: npm install --save-dev ${TOOLS.join(" ")}`,
    )
  }
}

/** What is missing is one of the tools, and no file of ours. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false
  const codes: unknown[] = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]
  return codes.includes(error.code) && TOOLS.some((tool) => error.message.includes(tool))
}
