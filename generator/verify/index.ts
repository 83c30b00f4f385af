import { ProjectError } from "../read/index.js"
import type { Verifier } from "./verification.js"

export type { Verifier } from "./verification.js"

/** What gives the second opinion. Only who verifies has installed it. */
const TOOLS = ["ts-morph", "@graphql-codegen/typescript-operations", "json-schema-to-typescript"]

/**
 * Loads the tools that `--verify` needs, and that nothing else needs.
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
      `--verify needs tools that are not installed here: npm install --save-dev ${TOOLS.join(" ")}`,
    )
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND"
}
