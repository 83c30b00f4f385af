/** The async functions of a program: the engine does not tell which of their promises are rejected. */

interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  /** Of an opening bracket: the index of the closing one. */
  close?: number
}

const lexis =
  /\s+|\/\/.*|\/\*[\s\S]*?\*\/|(['"])(?:\\[\s\S]|(?!\1)[^\\\n])*\1|[\w$\u0080-\uffff]+|=>|\?\.(?!\d)|\?\?|\+\+|--|[\s\S]/y
const regExp = /\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y
const template = /\$\{|`|(?:\\[\s\S]|(?!\$\{)[^`\\])+/y
const operators =
  /^(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/

/** Whether a value ends with this token, so that `/` after it divides. */
const endsValue = ({ text }: Token) =>
  !operators.test(text) && /^(?:['"\w$\u0080-\uffff)\]}`]|\/.)/.test(text)

function tokensOf(code: string): readonly Token[] {
  const tokens: Token[] = []
  const open: Token[] = []
  const match = (pattern: RegExp, start: number) => {
    pattern.lastIndex = start
    return pattern.exec(code)?.[0]
  }
  for (let start = 0; start < code.length; ) {
    const isText = open.at(-1)?.text === "`"
    const before = tokens.at(-1)
    const isValue = before !== undefined && endsValue(before)
    const text =
      (isText ? match(template, start) : isValue ? undefined : match(regExp, start)) ??
      match(lexis, start) ??
      ""
    const token: Token = { text, start, end: start + text.length }
    start = token.end
    if (!isText && /^(?:\s|\/[/*])/.test(text)) continue
    if (isText ? text === "`" : /^[)\]}]$/.test(text)) {
      const opening = open.pop()
      if (opening) opening.close = tokens.length
    } else if (/^(?:[([{`]|\$\{)$/.test(text)) open.push(token)
    tokens.push(token)
  }
  return tokens
}

/** The last token of an expression, which ends at a comma, a bracket, or a line that cannot continue it. */
function endOfExpression(code: string, tokens: readonly Token[], first: number): number {
  let conditions = 0
  for (let at = first; ; at += 1) {
    const opening = tokens[at]
    at = opening?.close ?? at
    const [token, next] = [tokens[at], tokens[at + 1]]
    if (!token || !next || /^[,;)\]}]$/.test(next.text)) return at
    if (next.text === "?") conditions += 1
    if (next.text === ":") conditions -= 1
    if (conditions < 0) return at
    const isNextLine = code.slice(token.end, next.start).includes("\n")
    const startsStatement =
      /^['"\w$\u0080-\uffff{]/.test(next.text) && !/^(?:in|instanceof)$/.test(next.text)
    if (isNextLine && endsValue(token) && startsStatement) return at
  }
}

/** The parameters and the body of the async function that begins at a token; `undefined` if none does, or if it is a generator. */
function bodyAt(tokens: readonly Token[], at: number) {
  if (tokens[at]?.text !== "async" || /^\??\.$/.test(tokens[at - 1]?.text ?? "")) return undefined
  const after = (index: number) => {
    const body = (tokens[index]?.close ?? index) + 1
    return { body, text: tokens[body]?.text }
  }
  const head = tokens[at + 1]?.text === "function" ? at + 2 : at + 1
  const isArrow = head === at + 1 && after(head).text === "=>"
  if (isArrow) return { parameters: head, first: after(head).body + 1, isArrow }
  const parameters = tokens[head]?.text === "(" ? head : head + 1
  const isNamed = /^[\w$\u0080-\uffff]/.test(tokens[head]?.text ?? "")
  if (tokens[parameters]?.text !== "(" || (head !== parameters && !isNamed)) return undefined
  const { body, text } = after(parameters)
  return text === "{" ? { parameters, first: body, isArrow } : undefined
}

/**
 * A program whose async functions pass each of their promises to a function.
 *
 * @param watched - the name of the function, which returns its argument
 */
export function withWatched(code: string, watched: string): string {
  if (!code.includes("async") || code.includes(watched)) return code
  const tokens = tokensOf(code)
  const texts = tokens.map(({ text }) => text)
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { parameters, first, isArrow } = bodyAt(tokens, at) ?? { first: tokens.length }
    const body = tokens[first]
    if (parameters === undefined || !body) continue
    const last = body.text === "{" ? (body.close ?? first) : endOfExpression(code, tokens, first)
    texts[at] = ""
    const given = `...${watched}_`
    // A block, as a line that follows would continue an expression.
    const begin = `(${given})${isArrow ? "=>" : ""}{return ${watched}((async `
    texts[parameters] = begin + texts[parameters]
    if (!isArrow) texts[first - 1] += "=>"
    texts[last] += `)(${given}))}`
  }
  return tokens
    .map(({ start }, at) => code.slice(tokens[at - 1]?.end ?? 0, start) + texts[at])
    .concat(code.slice(tokens.at(-1)?.end ?? 0))
    .join("")
}
