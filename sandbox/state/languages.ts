import { filesOf, isLink, textOf } from "../git/index.js"
import type { Repository, Store } from "../tables/index.js"
import { branchTip } from "./pull-data.js"

/** A language of a repository, with the bytes that are written in it. */
export interface Language {
  readonly name: string
  readonly color: string
  readonly size: number
}

/** Names and colours from GitHub's linguist, in which data and prose are no languages. */
export const LANGUAGES: readonly { name: string; color: string; extensions: readonly string[] }[] =
  [
    { name: "CSS", color: "#663399", extensions: ["css"] },
    { name: "Go", color: "#00ADD8", extensions: ["go"] },
    { name: "HTML", color: "#e34c26", extensions: ["html"] },
    { name: "JavaScript", color: "#f1e05a", extensions: ["js", "mjs", "cjs", "jsx"] },
    { name: "Python", color: "#3572A5", extensions: ["py"] },
    { name: "Ruby", color: "#701516", extensions: ["rb"] },
    { name: "Rust", color: "#dea584", extensions: ["rs"] },
    { name: "Shell", color: "#89e051", extensions: ["bash", "sh", "zsh"] },
    { name: "TypeScript", color: "#3178c6", extensions: ["ts", "mts", "cts", "tsx"] },
  ]

/** The languages on the default branch, most used first. */
export function languagesOf(store: Store, repository: Repository): Language[] {
  const head = branchTip(store, repository.id, repository.defaultBranch)
  if (head === undefined) return []
  const sizes = new Map<string, number>()
  for (const [path, file] of filesOf(store.git, head)) {
    const language = languageOf(path)
    if (!language || isLink(file)) continue
    const size = Buffer.byteLength(textOf(store.git, file.oid))
    sizes.set(language.name, (sizes.get(language.name) ?? 0) + size)
  }
  return LANGUAGES.flatMap(({ name, color }) => {
    const size = sizes.get(name)
    return size === undefined ? [] : [{ name, color, size }]
  }).sort((a, b) => b.size - a.size)
}

/** The language of a file, by its name. */
export function languageOf(path: string): Omit<Language, "size"> | undefined {
  const extension = path.split(".").at(-1) ?? ""
  return LANGUAGES.find(({ extensions }) => extensions.includes(extension))
}
