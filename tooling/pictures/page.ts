/** A terminal's text as a page. */

export const themes = ["dark", "light"] as const

type Theme = (typeof themes)[number]

/** The colours of common terminals. */
const colours: Readonly<Record<Theme, Readonly<Record<string, string>>>> = {
  dark: {
    ...{ back: "#0d1117", text: "#e6edf3", 31: "#ff7b72", 32: "#3fb950", 33: "#d29922" },
    ...{ 34: "#58a6ff", 35: "#bc8cff", 36: "#39c5cf", 90: "#8b949e" },
  },
  light: {
    ...{ back: "#ffffff", text: "#1f2328", 31: "#cf222e", 32: "#1a7f37", 33: "#9a6700" },
    ...{ 34: "#0969da", 35: "#8250df", 36: "#1b7c83", 90: "#6e7781" },
  },
}

const styles: Readonly<Record<string, string>> = {
  1: "font-weight:700",
  2: "opacity:.6",
  3: "font-style:italic",
  4: "text-decoration:underline",
  9: "text-decoration:line-through",
}

/** The codes that each code ends. */
const ended: Readonly<Record<string, RegExp>> = {
  0: /./,
  22: /^[12]$/,
  23: /^3$/,
  24: /^4$/,
  29: /^9$/,
  39: /^(?:3\d|90)$/,
}

const [start, bell] = ["\u001b", "\u0007"]

/** A colour, or a link. */
const sequence = new RegExp(`${start}(?:\\[(\\d+)m|\\]8;;([^${bell}]*)${bell})`)

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

export function pageOf(text: string, columns: number, theme: Theme): string {
  const palette = colours[theme]
  let active: string[] = []
  const parts = text.split(sequence)
  const shown = parts.map((part = "", at) => {
    if (at % 3 === 1 && part !== "") {
      const end = ended[part]
      active = end ? active.filter((code) => !end.test(code)) : [...active, part]
    }
    // Links look like text, as in most terminals.
    if (at % 3 !== 0 || part === "") return ""
    const css = active.map((code) => styles[code] ?? `color:${palette[code]}`).join(";")
    return css === "" ? escaped(part) : `<span style="${css}">${escaped(part)}</span>`
  })
  const { back, text: colour } = palette
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0}pre{display:inline-block;margin:0;
    padding:16px;width:${columns}ch;font:14px/1.35 "DejaVu Sans Mono",monospace;background:${back};color:${colour}}</style>
    <pre>${shown.join("")}</pre>`
}
