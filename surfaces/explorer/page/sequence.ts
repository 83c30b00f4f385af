/** Draws the requests of a run and their answers. */
import { type Arrow, arrowOf, inWords } from "./arrows.js"
import { drawn, element } from "./element.js"
import type { Arrived } from "./given.js"

const [TOP, ROW, BOTTOM] = [44, 84, 14]
/** Width of a character in the diagram, in pixels, at a font size of 13 pixels. */
const LETTER = 7.9

export function sequence(requests: readonly Arrived[]): HTMLElement {
  const arrows = requests.map(arrowOf)
  const figure = element("figure", { class: "sequence" })
  if (arrows.length === 0) {
    figure.append(inWords(arrows))
    return figure
  }
  // Drawn as wide as the page allows, because scaled-down text would be unreadable.
  let before = 0
  new ResizeObserver(() => {
    const width = Math.min(figure.clientWidth, 720)
    if (width > 0 && width !== before) figure.replaceChildren(picture(arrows, width))
    before = width
  }).observe(figure)
  return figure
}

function picture(arrows: readonly Arrow[], width: number): SVGElement {
  const height = TOP + arrows.length * ROW + BOTTOM
  const [left, right] = [28, width - 36]
  const lines = [left, right].map((x) =>
    drawn("line", { class: "lifeline", x1: x, x2: x, y1: 30, y2: height }),
  )
  return drawn(
    "svg",
    {
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": inWords(arrows),
    },
    drawn("text", { class: "who", x: left, y: 20, "text-anchor": "middle" }, "ghx"),
    drawn("text", { class: "who", x: right, y: 20, "text-anchor": "middle" }, "GitHub"),
    ...lines,
    ...arrows.map((arrow, at) => row(arrow, at, left, right)),
  )
}

function row({ request, merged, answer, failed }: Arrow, at: number, left: number, right: number) {
  const y = TOP + at * ROW
  const room = Math.floor((right - left - 20) / LETTER)
  const text = (words: string, dy: number, name: string) =>
    drawn("text", { class: name, x: left + 12, y: y + dy }, clipped(words, room))
  return drawn(
    "g",
    { class: failed ? "failed" : undefined },
    drawn("title", {}, [request, merged, answer].filter(Boolean).join("\n")),
    text(`${at + 1} ${request}`, 14, "request"),
    ...arrow(left, right, y + 22, "there"),
    merged !== undefined && text(`merged: ${merged}`, 40, "merged"),
    drawn("text", { class: "answer", x: right - 12, y: y + 56, "text-anchor": "end" }, answer),
    ...arrow(right, left, y + 64, "back"),
  )
}

function arrow(from: number, to: number, y: number, name: string): SVGElement[] {
  const back = to > from ? -8 : 8
  return [
    drawn("line", { class: name, x1: from, x2: to, y1: y, y2: y }),
    drawn("path", {
      class: "head",
      d: `M${to + back},${y - 4} L${to},${y} L${to + back},${y + 4}`,
    }),
  ]
}

function clipped(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, Math.max(room - 1, 1))}…` : text
}
