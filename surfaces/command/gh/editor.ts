/** Lets the user write texts in an editor. Loaded with the first one. */
import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UsageError } from "../output/index.js"
import { canAsk, type Terminal, withoutTokens } from "../terminal/index.js"
import type { Given } from "./choice.js"

const texts = ["title", "body", "bodyFile"] as const

/**
 * The options with the texts that the user writes: the body, after the title in the first line where there is one.
 *
 * @param hasTitle - whether the command has a title
 */
export async function written(given: Given, hasTitle: boolean, terminal: Terminal): Promise<Given> {
  const { editor: _, title, body } = given
  const before = [...(hasTitle ? [[title].flat().at(-1)] : []), [body].flat().at(-1)]
  const text = await edited(
    before
      .map((one) => one ?? "")
      .join("\n\n")
      .trimEnd(),
    terminal,
  )
  const [first = "", ...rest] = text.split("\n")
  const others = Object.fromEntries(
    Object.entries(given).filter(([name]) => ![...texts, "editor"].includes(name)),
  )
  if (!hasTitle) return { ...others, body: [text.trim()] }
  if (first.trim() === "") throw new UsageError("there is no title", "Write it in the first line")
  return { ...others, title: [first.trim()], body: [rest.join("\n").trim()] }
}

export async function edited(text: string, terminal: Terminal): Promise<string> {
  if (!canAsk(terminal)) {
    throw new UsageError("an editor needs a terminal", "Pass the text with --body or --body-file")
  }
  const folder = await mkdtemp(join(tmpdir(), "ghx-text-"))
  const file = join(folder, "text.md")
  try {
    await writeFile(file, text === "" ? "" : `${text}\n`)
    await open(file)
    return await readFile(file, "utf8")
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As with git, the editor is a command of the shell. */
function open(file: string): Promise<void> {
  const { GH_EDITOR, GIT_EDITOR, VISUAL, EDITOR } = process.env
  const isWindows = process.platform === "win32"
  const editor = GH_EDITOR || GIT_EDITOR || VISUAL || EDITOR || (isWindows ? "notepad" : "nano")
  const options = { env: withoutTokens(), stdio: "inherit" } as const
  return new Promise((resolve, reject) => {
    const child = isWindows
      ? spawn(`${editor} "${file}"`, { ...options, shell: true })
      : spawn("sh", ["-c", `${editor} "$1"`, "sh", file], options)
    const failed = (reason: unknown) =>
      reject(new UsageError(`the editor ${editor} failed: ${reason}`, "Set EDITOR to another one"))
    child.once("error", failed)
    child.once("close", (code) => (code === 0 ? resolve() : failed(`exit code ${code}`)))
  })
}
