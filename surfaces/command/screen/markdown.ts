/** Markdown on a terminal. marked parses it. */
import { lexer, type Tokens } from "marked"
import { cleanText } from "../../../runtime/text/index.js"
import { addressOf, type Screen, wrap } from "./style.js"
import { table } from "./table.js"

/** Longer lines are hard to read. */
const longest = 100

/** @param text - without control characters */
export function markdown(text: string, screen: Screen, indent = "  "): string {
  const width = Math.max(20, Math.min(screen.width, longest) - indent.length)
  return rendered(text, { ...screen, width }).replaceAll(/^(?=.)/gm, indent)
}

/** Text that would take the parser seconds, or more than the stack, is shown as it is. */
function rendered(text: string, screen: Screen): string {
  const asIs = () => broken(text, screen.width)
  if (isDeep.test(text) || text.split(/\n\s*\n/).some(isEmphatic)) return asIs()
  try {
    return blocks(lexer(text), screen)
  } catch (error) {
    if (error instanceof RangeError) return asIs()
    throw error
  }
}

/** A line within twenty quotes or lists. */
const isDeep = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])){20}/m

const isEmphatic = (paragraph: string) => (paragraph.match(/[*_]+/g)?.length ?? 0) > 1000

/** Larger tables are shown as their source. */
const [mostRows, mostColumns] = [300, 30]

/** Longer lines are broken, so that no text begins a line that the terminal breaks. */
const broken = (text: string, width: number) =>
  text.replaceAll(new RegExp(`[^\\n]{${width}}(?=[^\\n])`, "gu"), "$&\n")

const brokenWords = (text: string, width: number) =>
  text.replaceAll(new RegExp(`[^\\s]{${width}}(?=[^\\s])`, "gu"), "$&\n")

const blocks = (tokens: readonly Tokens.Generic[], screen: Screen): string =>
  tokens
    .flatMap((token) => {
      const shown = block(token, screen)
      return shown === "" ? [] : [shown]
    })
    .join("\n\n")

function block(token: Tokens.Generic, screen: Screen): string {
  const { paint, width } = screen
  switch (token.type) {
    case "heading":
      return paint(["bold", "cyan"], wrapped(inline(token.tokens, screen), screen))
    case "paragraph":
    case "text":
      return wrapped(inline(token.tokens, screen) || decoded(token.text), screen)
    case "code":
      return paint("yellow", broken(token.text, width - 2).replaceAll(/^(?=.)/gm, "  "))
    case "blockquote": {
      const inner = blocks(token.tokens ?? [], { ...screen, width: width - 2 })
      return inner.replaceAll(/^/gm, paint("dim", "│ "))
    }
    case "list":
      return listed(token as Tokens.List, screen)
    case "table":
      return tabular(token as Tokens.Table, screen)
    case "hr":
      return paint("dim", "─".repeat(Math.min(width, 40)))
    case "html":
      return broken(
        decoded(
          String(token.text).replaceAll(/<!--(?:(?!<!--)[\s\S])*?-->|<\/?[a-z!][^<>]*>/gi, ""),
        ),
        width,
      ).trim()
    default:
      return ""
  }
}

function listed({ items, ordered, start, loose }: Tokens.List, screen: Screen): string {
  const shown = items.map((item, at) => {
    const box = item.task ? (item.checked ? "✓ " : "☐ ") : ""
    const bullet = `${ordered ? `${Number(start || 1) + at}.` : "•"} ${box}`
    const inner = { ...screen, width: Math.max(10, screen.width - bullet.length) }
    const parts = item.tokens.filter(({ type }) => type !== "checkbox")
    const own = parts.map((token) => block(token, inner)).filter(Boolean)
    const lines = own
      .join(loose ? "\n\n" : "\n")
      .replaceAll(/\n(?=.)/g, `\n${" ".repeat(bullet.length)}`)
    return bullet + lines
  })
  return shown.join("\n")
}

function tabular({ header, rows, raw }: Tokens.Table, screen: Screen): string {
  if (rows.length > mostRows || header.length > mostColumns) return broken(raw, screen.width)
  const words = (cell: Tokens.TableCell) => plain(cell.tokens)
  const items = rows.map((row) => Object.fromEntries(row.map((cell, at) => [at, words(cell)])))
  const fields = header.map((_, at) => String(at))
  const shown = [Object.fromEntries(header.map((cell, at) => [at, words(cell)])), ...items]
  // The names of columns may repeat, so the header is a row.
  const [, head = "", ...body] = table(shown, screen, { fields }).split("\n")
  return [screen.paint("bold", head), ...body].join("\n")
}

const wrapped = (text: string, { width }: Screen) => wrap(text, width)

function inline(tokens: readonly Tokens.Generic[] | undefined, screen: Screen): string {
  const { paint } = screen
  const shown = (tokens ?? []).map((token): string => {
    const inner = () => inline(token.tokens, screen)
    switch (token.type) {
      case "strong":
        return paint("bold", inner())
      case "em":
        return paint("italic", inner())
      case "del":
        return paint("strikethrough", inner())
      case "codespan":
        return paint("yellow", decoded(token.text))
      case "br":
        return "\n"
      case "link":
      case "image":
        return linked(token, screen)
      case "html":
        return /^<br\b/i.test(token.text) ? "\n" : ""
      default:
        return token.tokens ? inner() : brokenWords(decoded(token.text ?? token.raw), screen.width)
    }
  })
  return shown.join("")
}

/** The address is always visible, because the text may be a stranger's. */
function linked(
  { href, text, tokens, type }: Tokens.Generic & { href?: string; text?: string },
  screen: Screen,
): string {
  const shown = type === "image" ? `Image: ${text || "…"}` : inline(tokens, screen)
  // What is linked: a parsed address differs from a misleading one.
  const target = addressOf(href) ?? href ?? ""
  const address = screen.link(screen.paint("cyan", target), target)
  return plain(tokens) === href || text === href ? address : `${shown} ${address}`
}

const plain = (tokens: readonly Tokens.Generic[] | undefined): string =>
  (tokens ?? [])
    .map((one) => (one.tokens ? plain(one.tokens) : decoded(one.text ?? one.raw)))
    .join("")

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&gt;": ">",
  "&lt;": "<",
  "&nbsp;": " ",
  "&quot;": '"',
  "&#39;": "'",
}

/** The parser decodes numeric entities, also those of control characters. */
const decoded = (text: unknown) =>
  cleanText(
    String(text ?? "").replaceAll(/&(?:amp|gt|lt|nbsp|quot|#39);/g, (one) => entities[one] ?? one),
  ).replaceAll("\r", " ")
