import type { JsonSchema } from "../definition/index.js"
import type { ResultWarning } from "../envelope/index.js"
import { contentDefects } from "../text/index.js"

/** The warnings for content that is not what GitHub stores. Only capabilities that return content import it. */
export function contentWarnings(output: JsonSchema, result: unknown): ResultWarning[] {
  const defects = contentDefects(result, output)
  const inexact = defects.filter(({ cut }) => !cut).map(({ path }) => path)
  const warnings = defects.flatMap(({ path, pointer, cut }): ResultWarning[] => {
    if (!cut) return []
    const fix = cut.raw_url ? `curl -L ${cut.raw_url}` : "Get it with git, or a raw media type"
    return [{ code: "INCOMPLETE", message: `${cut.name ?? path} is not whole`, pointer, fix }]
  })
  if (inexact.length === 0) return warnings
  const message = `GitHub decoded bytes that are not UTF-8 in ${inexact.join(", ")}`
  const fix = "Get the bytes with git, or a raw media type"
  return [...warnings, { code: "INEXACT", message, fix }]
}
