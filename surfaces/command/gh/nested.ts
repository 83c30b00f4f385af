/** jq expressions for gh's results, in which people and labels are objects: `.author.login`, `.labels[].name`. */

/** The member of each object that is its text here. */
const texts = { login: "author|assignees|owner", name: "labels" } as const

/** Where one of these members is read: directly, or behind a pipe, `map(`, `any(` and the like. */
const patterns = Object.entries(texts).map(
  ([member, names]) =>
    new RegExp(
      `(\\.(?:${names})(?:\\.?\\[-?\\d*\\]|\\?)*(?:\\s*[|;]\\s*(?:(?:map|any|all|select)\\(\\s*)*)?)` +
        `\\.${member}(?![\\w(])`,
      "g",
    ),
)

/** The expression for texts in place of objects. What reads another member stays, and fails in jq. */
export function forTexts(expression: string): string {
  return outsideOfStrings(expression, (code) =>
    patterns.reduce(
      (text, pattern) =>
        text.replaceAll(pattern, (_, path) => (/[|;]/.test(path) ? `${path}.` : path)),
      code,
    ),
  )
}

/** Changes the code of an expression, also that inside of `"\(…)"`, and no text. */
function outsideOfStrings(expression: string, change: (code: string) => string): string {
  const tokens = expression.match(/\\\(|\\.|["()]|[^\\"()]+|\\/gs) ?? []
  // For each open string the parentheses that are open in its `\(`; the last one is of what is read.
  const open: number[] = [0]
  let isText = false
  let code = ""
  let all = ""
  const flush = () => {
    all += change(code)
    code = ""
  }
  for (const token of tokens) {
    if (isText) {
      all += token
      if (token === '"') isText = false
      if (token === "\\(") {
        isText = false
        open.push(0)
      }
      continue
    }
    const depth = open.length - 1
    if (token === '"') {
      flush()
      all += token
      isText = true
    } else if (token === ")" && open[depth] === 0 && depth > 0) {
      flush()
      all += token
      open.pop()
      isText = true
    } else {
      if (token === "(") open[depth] = (open[depth] ?? 0) + 1
      if (token === ")") open[depth] = (open[depth] ?? 0) - 1
      code += token
    }
  }
  flush()
  return all
}
