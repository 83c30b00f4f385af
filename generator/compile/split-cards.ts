import { SHAPES_FOLDER, SHARED_FOLDER } from "../expand/index.js"

type Files = ReadonlyMap<string, string>

/** The files of `cards/`: those of single cards, what they share, and shapes. */
export function splitCards(files: Files): { cards: Files; shared: Files; shapes: Files } {
  const all = [...files]
  const inFolder = (folder: string) => all.filter(([path]) => path.startsWith(folder))
  const others = [SHAPES_FOLDER, SHARED_FOLDER]
  return {
    cards: new Map(all.filter(([path]) => !others.some((folder) => path.startsWith(folder)))),
    shared: new Map(inFolder(SHARED_FOLDER)),
    shapes: new Map(inFolder(SHAPES_FOLDER)),
  }
}
