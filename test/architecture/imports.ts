import { posix } from "node:path"
import { ts } from "ts-morph"

/** One file that imports from another: by an import, a re-export or the type of an import. */
export interface Import {
  readonly file: string
  readonly line: number
  readonly target: string
}

/** Source code by path from the root of the project, with `/`. */
export type Sources = ReadonlyMap<string, string>

/**
 * All imports between the files, including those of types, found by TypeScript's own scanner.
 *
 * @param paths - the files that names stand for: `ghx/sandbox`
 */
export function importsOf(
  sources: Sources,
  paths: Readonly<Record<string, string>> = {},
): Import[] {
  return [...sources].flatMap(([file, text]) => {
    const { importedFiles } = ts.preProcessFile(text, true, true)
    return [...importedFiles, ...namespaceExports(text)].flatMap(({ fileName, pos }) => {
      const target = fileName.startsWith(".")
        ? posix.join(posix.dirname(file), fileName.replace(/\.js$/, ".ts"))
        : paths[fileName]
      if (target === undefined || target === file || !sources.has(target)) return []
      return [{ file, line: text.slice(0, pos).split("\n").length, target }]
    })
  })
}

/** Re-exports that TypeScript's scanner passes over. */
function namespaceExports(text: string): { fileName: string; pos: number }[] {
  const found = text.matchAll(/^\s*export (?:type )?\* as \w+ from ["']([^"']+)["']/gm)
  return [...found].map(({ 0: whole, 1: fileName = "", index }) => ({
    fileName,
    pos: index + whole.length,
  }))
}
