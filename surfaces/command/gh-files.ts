/** Reads files to be added to a release. */
import { basename } from "node:path"
import type { Given } from "./gh/index.js"
import { readFrom } from "./input/index.js"
import type { Terminal } from "./terminal/index.js"

/** Media types that gh derives from the end of a file's name; all other files are bytes. */
const types: readonly (readonly [end: RegExp, type: string])[] = [
  [/\.zip$/, "application/zip"],
  [/\.(?:tgz|tar\.gz)$/, "application/x-gtar"],
  [/\.gz$/, "application/gzip"],
  [/\.tar$/, "application/x-tar"],
  [/\.json$/, "application/json"],
  [/\.js$/, "application/javascript"],
  [/\.deb$/, "application/x-debian-package"],
  [/\.rpm$/, "application/x-rpm"],
  [/\.dmg$/, "application/x-apple-diskimage"],
  [/\.pdf$/, "application/pdf"],
  [/\.txt$/, "text/plain; charset=utf-8"],
  [/\.html?$/, "text/html; charset=utf-8"],
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
  const [, type] = types.find(([end]) => end.test(path)) ?? []
  return {
    name: nameOfFile(word),
    content: await readFrom(path, path, terminal, "base64"),
    ...(type !== undefined && { content_type: type }),
    label: label ?? "",
  }
}
