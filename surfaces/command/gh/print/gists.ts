import { type Item, linesOf, type Printed } from "./lines.js"
import { itemsOf } from "./views.js"

const byName = (files: unknown) =>
  [...itemsOf(files)].sort((one, other) => (String(one.name) < String(other.name) ? -1 : 1))

const wholeLines = ({ content }: Item) => linesOf("content", { content })

export const gistFileNames: Printed = ({ files }) =>
  byName(files)
    .map(({ name }) => `${name}\n`)
    .join("")

export const gistFile: Printed = ({ files }) => itemsOf(files).map(wholeLines).join("")

/** The description, and the files, with their names if there are several. */
export const gistView: Printed = ({ description, files }) => {
  const all = byName(files)
  const texts = all.map((one) => (all.length > 1 ? `${one.name}\n\n` : "") + wholeLines(one))
  return [...(description ? [`${description}\n`] : []), ...texts].join("\n")
}
