/** The pages for readers, with their blocks of code and commands. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./projects.js"

export interface Page {
  readonly path: string
  readonly text: string
}

/** A fenced block: three backticks, a language, and optional words for tests. */
export interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly role: string
  readonly text: string
}

/** Decisions are historical, and not kept up to date. */
export const pages: readonly Page[] = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/diagnostics", "docs/guides", "docs/recipes"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
].map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))

export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map((found) => {
    const [, words = "", content = ""] = found
    const [language = "", ...rest] = words.trim().split(" ")
    const line = text.slice(0, found.index).split("\n").length
    return { page: path, line, language, role: rest.join(" "), text: content }
  })
}

/** A regular expression for text on a page, in which `…` matches anything. */
export function like(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join("[^]*")}$`)
}

const TOOLS = /^(?:make|npm|npx|pnpm|yarn|node|tsx|tsc|vitest|corepack)\s/

/** The commands on a page: lines of its shell blocks, and code spans in its prose. */
export function commandsOf(page: Page): string[] {
  const blocks = blocksOf(page)
  const shell = blocks
    .filter(({ language }) => ["sh", "bash", "shell"].includes(language))
    .flatMap(({ text }) => text.split("\n"))
  const console = blocks
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => [...text.matchAll(/^\$ (.*)$/gm)].map(([, command = ""]) => command))
  const prose = page.text.replace(/^```.*?^```$/gms, "")
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code)
  const commands = [...shell, ...console].map((line) => line.replace(/\s+# .*$/, "").trim())
  return [...commands.filter(Boolean), ...spans.filter((span) => TOOLS.test(span))]
}
