import { SHARED_FOLDER } from "../expand/index.js"

type Files = ReadonlyMap<string, string>

/** The files of `cards/`: those of single cards, and what they share. Shapes go here. */
export function splitCards(files: Files): { cards: Files; shared: Files } {
  const isShared = ([path]: readonly [string, string]) => path.startsWith(SHARED_FOLDER)
  const all = [...files]
  return {
    cards: new Map(all.filter((file) => !isShared(file))),
    shared: new Map(all.filter(isShared)),
  }
}
