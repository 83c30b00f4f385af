import { compareDiagnostics } from "../diagnostics/index.js"
import { API_PATH, describeApi } from "./api.js"
import { checkDeclarations } from "./declarations.js"
import { Program } from "./program.js"
import type { Compiled, Verification } from "./verification.js"

/** Holds what was generated to what the field's tools make of the same inputs. */
export async function verify(compilerRoot: string, compiled: Compiled): Promise<Verification> {
  const program = new Program(compilerRoot, compiled.files)
  const modules = [...compiled.files].filter(([path]) => path.endsWith(".ts"))
  const diagnostics = modules
    .flatMap(([path, text]) => checkDeclarations(program, path, text))
    .sort(compareDiagnostics)
  const files = diagnostics.length > 0 ? [] : [[API_PATH, describeApi(program)] as const]
  return { diagnostics, files: new Map(files) }
}
