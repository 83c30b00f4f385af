import { accessSync, constants } from "node:fs"
import { delimiter, join } from "node:path"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** @throws Error where there is none, which says how to get one */
export function chromium({ CHROMIUM, PATH = "" }: NodeJS.ProcessEnv): string {
  const candidates = PATH.split(delimiter).flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  )
  const found = CHROMIUM ?? candidates.find(isProgram)
  if (found !== undefined) return found
  throw new Error("This needs Chromium: apt-get install chromium, or CHROMIUM=/path/of/one")
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
