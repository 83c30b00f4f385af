import { SHAPES_FOLDER, SHARED_FOLDER } from "../expand/index.js"
import type { PACKAGE_FOLDER } from "../read/index.js"

type Files = ReadonlyMap<string, string>

/**
 * Splits the files of `cards/`, of a project or the package, into cards, shared definitions, and shapes.
 */
export function splitCards(
  files: Files,
  root: "" | typeof PACKAGE_FOLDER = "",
): { cards: Files; shared: Files; shapes: Files } {
  const all = [...files]
  const [shapes, shared] = [SHAPES_FOLDER, SHARED_FOLDER].map((folder) => `${root}${folder}`)
  const inFolder = (folder = "") => all.filter(([path]) => path.startsWith(folder))
  const others = [...inFolder(shapes), ...inFolder(shared)]
  return {
    cards: new Map(all.filter((one) => !others.includes(one))),
    shared: new Map(inFolder(shared)),
    shapes: new Map(inFolder(shapes)),
  }
}
