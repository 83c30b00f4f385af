/** Reads files to be added to a release or a gist. */
import { basename } from "node:path"
import { type Given, loadGistFiles, type Planned } from "./gh/index.js"
import { readFrom } from "./input/index.js"
import { UsageError } from "./output/index.js"
import type { Terminal } from "./terminal/index.js"

/** Media types that gh derives from the end of a file's name; all other files are bytes. */
const types: readonly (readonly [end: RegExp, type: string])[] = [
  [/\.zip$/, "application/zip"],
  [/\.(?:tgz|tar\.gz)$/, "application/x-gtar"],
  [/\.gz$/, "application/gzip"],
  [/\.bz2$/, "application/x-bzip2"],
  [/\.tar$/, "application/x-tar"],
  [/\.json$/, "application/json"],
  [/\.js$/, "application/javascript"],
  [/\.deb$/, "application/x-debian-package"],
  [/\.rpm$/, "application/x-rpm"],
  [/\.dmg$/, "application/x-apple-diskimage"],
  [/\.pdf$/, "application/pdf"],
  [/\.txt$/, "text/plain; charset=utf-8"],
  [/\.html?$/, "text/html; charset=utf-8"],
  [/\.md$/, "text/markdown; charset=utf-8"],
  [/\.css$/, "text/css; charset=utf-8"],
  [/\.csv$/, "text/csv; charset=utf-8"],
  [/\.xml$/, "text/xml; charset=utf-8"],
  [/\.svg$/, "image/svg+xml"],
  [/\.png$/, "image/png"],
  [/\.jpe?g$/, "image/jpeg"],
  [/\.gif$/, "image/gif"],
  [/\.webp$/, "image/webp"],
  [/\.wasm$/, "application/wasm"],
]

/** As in gh, the path of a file may be followed by a label: `app.zip#For Linux`. */
const partsOf = (word: string) => {
  const [, path = word, label] = /^([^#]+)#(.*)$/.exec(word) ?? []
  return { path, label }
}

export const nameOfFile = (word: string): string => basename(partsOf(word).path)

/** @param word - the path of a file, with an optional label after `#` */
export async function fileInput(word: string, terminal: Terminal): Promise<Given> {
  const { path, label } = partsOf(word)
  const [, type] = types.find(([end]) => end.test(path.toLowerCase())) ?? []
  return {
    name: nameOfFile(word),
    content: await readFrom(path, path, terminal, "base64"),
    ...(type !== undefined && { content_type: type }),
    label: label ?? "",
  }
}

/** New files, of which stdin has the name given by `--filename`, or new contents, all for that name. */
export async function gistInput(
  { gathers, replaces }: Planned,
  files: readonly string[],
  given: Given,
  terminal: Terminal,
): Promise<Given> {
  const into = gathers ?? replaces
  if (into === undefined || (gathers && files.length === 0)) return {}
  if (gathers && given.file !== undefined) throw new UsageError("Use files or --file, not both")
  const filename = [given.filename].flat().at(-1)
  const name = filename === undefined ? undefined : String(filename)
  const nameOf = (word: string) => (word === "-" ? (name ?? "gistfile0.txt") : basename(word))
  const ofAll = name === undefined ? undefined : () => name
  const { gistFiles } = await loadGistFiles()
  return { [into]: await gistFiles(files, terminal, gathers ? nameOf : ofAll) }
}
