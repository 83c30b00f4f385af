/** Encoders: the only way for text from a card, a document or a schema into generated code. */

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

// Reserved words, and names that generated code uses.
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while " +
    "with yield Array Object Promise Record String Number Boolean"
  ).split(" "),
)

/** A string literal in double quotes. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029\u007f-\u009f]/g, escapeUnit)
}

/** A template literal without substitutions, line breaks kept. */
export function templateLiteral(text: string): string {
  const escaped = text.replace(/[\\`]|\$(?=\{)/g, "\\$&")
  return `\`${escaped.replace(/[\r\u2028\u2029]/g, escapeUnit)}\``
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
}

/**
 * A valid variable name. Throws for a string that is not an identifier: callers pass only derived names.
 */
export function identifier(name: string): string {
  if (!IDENTIFIER.test(name)) throw new Error(`not an identifier: ${JSON.stringify(name)}`)
  return RESERVED.has(name) ? `${name}_` : name
}

/**
 * A key of an object literal or an interface. `__proto__` becomes a computed key, because a plain one would set the
 * prototype.
 */
export function propertyName(name: string): string {
  if (name === "__proto__") return '["__proto__"]'
  return IDENTIFIER.test(name) ? name : stringLiteral(name)
}

/** `.name` or `["na me"]`. */
export function propertyAccess(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${stringLiteral(name)}]`
}

/** The lines of a doc comment. The text cannot end the comment or a line. */
export function docComment(lines: readonly string[]): string {
  const safe = lines.map((line) =>
    line.replace(/\*\//g, "*\\/").replace(/[\u2028\u2029\r\n]+/g, " "),
  )
  const [first = ""] = safe
  if (safe.length === 1 && first.length <= 90) return `/** ${first} */`
  return ["/**", ...safe.map((line) => ` * ${line}`.trimEnd()), " */"].join("\n")
}
