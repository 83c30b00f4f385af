import type { Inputs } from "../generator/read/index.js"

/**
 * A project with some cards of the catalogue and the definitions that they share; all shapes would take as long to
 * check as cards.
 *
 * @param isOwn - selects paths of cards and documents
 * @param texts - cards that are added later, whose shapes are needed too
 */
export function partOfCatalogue(
  project: Inputs,
  isOwn: (path: string) => boolean,
  texts: readonly string[] = [],
): Inputs {
  const shapeOf = (path: string) => /\/shapes\/(\w+)\./.exec(path)?.[1]
  const files = [...project.cards, ...project.operations]
  const isShared = (path: string) => /^\w+\/(?:shared|lookup)\//.test(path)
  const named = new Set<string>()
  const follow = (text: string) => {
    for (const [word] of text.matchAll(/\w+/g)) {
      if (named.has(word)) continue
      named.add(word)
      for (const [path, one] of files) if (shapeOf(path) === word) follow(one)
    }
  }
  for (const [path, text] of files) {
    if (shapeOf(path) === undefined && (isShared(path) || isOwn(path))) follow(text)
  }
  texts.forEach(follow)
  const only = (all: ReadonlyMap<string, string>) =>
    new Map(
      [...all].filter(([path]) => {
        const shape = shapeOf(path)
        return shape === undefined ? isShared(path) || isOwn(path) : named.has(shape)
      }),
    )
  return { ...project, cards: only(project.cards), operations: only(project.operations) }
}
