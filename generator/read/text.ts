import { readFileSync } from "node:fs"

/** The text of a file as git stores it: a Windows checkout has CRLF. */
export function readText(path: string): string {
  return readFileSync(path, "utf8").replaceAll("\r\n", "\n")
}

/** The value of a JSON file, which may begin with a byte order mark. */
export function readJson(path: string): unknown {
  return JSON.parse(readText(path).replace(/^\ufeff/, ""))
}
