/** Reads the files of a gist, which have to be text. */
import { isUtf8 } from "node:buffer"
import { basename } from "node:path"
import { readFrom } from "../input/index.js"
import { UsageError } from "../output/index.js"
import type { Terminal } from "../terminal/index.js"

export interface GistFile {
  readonly name: string
  readonly content: string
}

/**
 * @param words - paths, or `-` for stdin
 * @param nameOf - the name of the file from stdin, or of each file
 * @throws UsageError if a file is missing, empty or binary
 */
export function gistFiles(
  words: readonly string[],
  terminal: Terminal,
  nameOf: (word: string) => string = basename,
): Promise<readonly GistFile[]> {
  return Promise.all(
    words.map(async (word) => ({
      name: nameOf(word),
      content: await textOf(word, terminal),
    })),
  )
}

async function textOf(word: string, terminal: Terminal): Promise<string> {
  const shown = word === "-" ? "stdin" : word
  const bytes = Buffer.from(await readFrom(shown, word, terminal, "base64"), "base64")
  if (bytes.length === 0) throw new UsageError(`${shown} is empty: a gist has no empty files`)
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new UsageError(`${shown} is binary: gists hold only text files`)
  }
  return bytes.toString()
}
