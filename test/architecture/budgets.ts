/** The size of each package, and its budget. */
import { readFileSync } from "node:fs"
import { isForTests } from "./rules.js"

interface Size {
  readonly lines: number
  readonly files: number
}

const LIST = "test/architecture/budgets.json"

/** What a package may have above its budget, so that a small change, such as a new route or flag, leaves the list alone. */
const SLACK = 0.005

/** The size of each folder by hand, without tests, and without the folders in it that have budgets of their own. */
export function sizesOf(
  sources: Iterable<readonly [file: string, text: string]>,
  packages: readonly string[],
): Record<string, Size> {
  const own = [...sources].filter(([file]) => !isForTests(file))
  const isIn = (file: string, name: string) => file.startsWith(`${name}/`)
  const sizeOf = (name: string): Size => {
    const inner = packages.filter((other) => isIn(other, name))
    const files = own.filter(([file]) => isIn(file, name) && !inner.some((one) => isIn(file, one)))
    const lines = files.reduce((sum, [, text]) => sum + text.split("\n").length - 1, 0)
    return { lines, files: files.length }
  }
  return Object.fromEntries(packages.map((name) => [name, sizeOf(name)]))
}

/** Packages that are larger than their budget, or so much smaller that it should be lowered. */
export function budgetProblems(
  sources: Iterable<readonly [file: string, text: string]>,
  budgets: Readonly<Record<string, Size>> = JSON.parse(readFileSync(LIST, "utf8")),
): string[] {
  const sizes = sizesOf(sources, Object.keys(budgets))
  return Object.entries(budgets).flatMap(([name, budget]) =>
    (["lines", "files"] as const).flatMap((unit) => {
      const size = sizes[name]?.[unit] ?? 0
      if (size > Math.ceil(budget[unit] * (1 + SLACK)))
        return [
          `${name}/ has ${size} ${unit}, and its budget is ${budget[unit]}: make it lighter, or raise the budget in ${LIST} and say why in the commit`,
        ]
      if (size < budget[unit] * 0.97)
        return [`${name}/ has only ${size} ${unit} of ${budget[unit]}: lower its budget in ${LIST}`]
      return []
    }),
  )
}
