/** Line charts as SVG, readable on light and dark pages. */

interface Line {
  readonly name: string
  readonly color: string
  /** x and y; null breaks the line. */
  readonly points: readonly (readonly [x: number, y: number])[]
}

interface Chart {
  readonly title: string
  readonly x: { readonly label: string; readonly most: number; readonly step: number }
  readonly y: { readonly label: string; readonly ticks: readonly number[]; readonly log?: boolean }
  readonly lines: readonly Line[]
  /** Vertical marks for events. */
  readonly marks: readonly { readonly at: number; readonly says: string }[]
}

const [width, height] = [720, 320]
const margin = { top: 44, right: 20, bottom: 62, left: 64 }

export function chart({ title, x, y, lines, marks }: Chart): string {
  const [low, high] = [Math.min(...y.ticks), Math.max(...y.ticks)]
  const along = (value: number) =>
    margin.left + (value / x.most) * (width - margin.left - margin.right)
  const scaled = (value: number) =>
    y.log
      ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
      : (value - low) / (high - low)
  const up = (value: number) =>
    height - margin.bottom - scaled(value) * (height - margin.top - margin.bottom)
  const text = (at: number, line: number, words: string, more = "") =>
    `<text x="${at.toFixed(1)}" y="${line.toFixed(1)}" ${more}>${words}</text>`
  const rule = (x1: number, y1: number, x2: number, y2: number, kind: string) =>
    `<line class="${kind}" x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}"/>`
  const [left, right, bottom] = [margin.left, width - margin.right, height - margin.bottom]
  const hours = Array.from(
    { length: Math.floor(x.most / x.step) + 1 },
    (_, index) => index * x.step,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    "<style>",
    "  text { font: 12px system-ui, sans-serif; fill: #57606a } .title { font-size: 14px; font-weight: 600 }",
    "  .grid { stroke: #8c959f; stroke-opacity: .25 } .mark { stroke: #8c959f; stroke-dasharray: 4 3 }",
    "  path { fill: none; stroke-width: 2; stroke-linejoin: round }",
    "</style>",
    `<rect width="${width}" height="${height}" rx="6" fill="#ffffff"/>`,
    text(left, 20, title, 'class="title"'),
    ...y.ticks.flatMap((tick) => [
      rule(left, up(tick), right, up(tick), "grid"),
      text(left - 8, up(tick) + 4, `${tick}`, 'text-anchor="end"'),
    ]),
    text(left - 8, margin.top - 10, y.label, 'text-anchor="start" dx="-40"'),
    ...hours.map((hour) => text(along(hour), bottom + 18, `${hour}`, 'text-anchor="middle"')),
    text((left + right) / 2, bottom + 34, x.label, 'text-anchor="middle"'),
    ...marks.flatMap(({ at, says }) => [
      rule(along(at), margin.top, along(at), bottom, "mark"),
      text(along(at) + 4, bottom - 6, says),
    ]),
    ...lines.map(({ color, points }) => {
      const path = points.map(([at, value]) => `${along(at).toFixed(1)},${up(value).toFixed(1)}`)
      return `<path stroke="${color}" d="M${path.join("L")}"/>`
    }),
    ...lines.flatMap(({ name, color }, index) => {
      const at = left + index * 220
      return [
        `<rect x="${at}" y="${height - 18}" width="14" height="4" fill="${color}"/>`,
        text(at + 20, height - 13, name),
      ]
    }),
    "</svg>",
    "",
  ].join("\n")
}
