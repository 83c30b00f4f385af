import { isInstalledIn } from "../read/index.js"
import { loadTools } from "./tools.js"
import type { Verifier } from "./verification.js"

export { KNOWN_REASONS } from "./known-differences.js"
export type { Verifier } from "./verification.js"

/**
 * Loads the tools that only `--verify` and `--release` need.
 *
 * @param root - the project
 * @throws ProjectError if one of them is not installed.
 */
export async function loadVerifier(root: string, compilerRoot: string): Promise<Verifier> {
  // The tools are code, so they come from a project only if it has installed ghx.
  loadTools((await isInstalledIn(root)) ? [root, compilerRoot] : [compilerRoot])
  const { verify } = await import("./verify.js")
  return (compiled) => verify(compilerRoot, compiled)
}

/** `test/api.md` of the package, without the comparisons. */
export async function apiPageOf(files: ReadonlyMap<string, string>, root: string): Promise<string> {
  loadTools([root])
  const { describeApi } = await import("./api.js")
  return describeApi(root, files)
}
