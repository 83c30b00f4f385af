import { posix } from "node:path"
import { ts } from "ts-morph"

/** One file that imports from another: by an import, a re-export or the type of an import. */
export interface Import {
  readonly file: string
  readonly line: number
  readonly target: string
}

/** Source texts by path from the root of the project, with `/`. */
export type Sources = ReadonlyMap<string, string>

/** All imports between the files, including those of types, found by TypeScript's own scanner. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([file, text]) => {
    const { importedFiles } = ts.preProcessFile(text, true, true)
    return importedFiles.flatMap(({ fileName, pos }) => {
      if (!fileName.startsWith(".")) return []
      const target = posix.join(posix.dirname(file), fileName.replace(/\.js$/, ".ts"))
      const line = text.slice(0, pos).split("\n").length
      return sources.has(target) && target !== file ? [{ file, line, target }] : []
    })
  })
}
