/** Results on a terminal: tables, views, and fields with their values. */
import type { Output } from "../terminal/index.js"
import { members } from "./members.js"
import { isRemark, remarks } from "./remarks.js"
import { ago, type Form, nounOf, outcomeOf, type Screen, screenOf, styleOf } from "./style.js"
import { table } from "./table.js"
import { hasView, view } from "./view.js"
import { isObject, type Plain, wordsOf } from "./words.js"

export interface About {
  readonly id?: string | undefined
  readonly fields?: readonly string[] | undefined
  /** The repository, as `OWNER/REPO`. */
  readonly place?: string | undefined
  readonly more?: string | undefined
}

/**
 * @param value - plain data without control characters
 * @param text - gh's text for it, if there is no table or view
 */
export async function onScreen(
  value: unknown,
  output: Output,
  about: About,
  text?: (data: unknown, form: Form) => string | undefined,
): Promise<string> {
  const screen = screenOf(output)
  const { id = "", fields } = about
  if (Array.isArray(value)) {
    const isSeveral = value.every((one) => Array.isArray(one) || (id !== "" && !fields))
    if (value.length > 0 && isSeveral)
      return (await Promise.all(value.map((one) => onScreen(one, output, about, text)))).join(
        "\n\n",
      )
    return value.length === 0 ? "nothing" : table(value, screen, { id, ...(fields && { fields }) })
  }
  if (!isObject(value)) return wordsOf(value)
  const { items } = value
  if (Array.isArray(items) && "page_info" in value) return page(items, value, about, screen)
  if (hasView(id)) return view(value, id, screen)
  const form = {
    ...{ paint: screen.paint, link: screen.link, cross: "×", ago },
    table: (items: readonly unknown[], id: string) => table(items, screen, { id }),
  }
  return text?.(value, form) ?? members(value, screen, id.split(".").slice(1))
}

/** A page of a list, below the number of its items. */
async function page(
  items: readonly unknown[],
  value: Plain,
  about: About,
  screen: Screen,
): Promise<string> {
  const { id = "", place, more } = about
  const { has_next_page, end_cursor } = Object(value.page_info)
  const { total_count } = value
  const noun = nounOf(id, Number(total_count ?? items.length))
  const where = place === undefined ? "" : ` in ${place}`
  if (items.length === 0) return `There are no ${noun}${where}`
  const isCounted = typeof total_count === "number"
  const count = isCounted ? `${items.length} of ${total_count}` : `${items.length}`
  const goesOn = has_next_page && !isCounted ? "; there are more" : ""
  const heading = `Showing ${count} ${noun}${where}${goesOn}`
  const cursor = end_cursor ? [`Use after=${end_cursor} for the next page`] : []
  const hint = more === undefined ? cursor : [`Use ${more} for more`]
  const all = items.every(isRemark) ? await remarks(items, screen) : table(items, screen, { id })
  const parts = [
    heading,
    ...(id === "pr.checks.list" ? [checked(items, screen)] : []),
    all,
    ...(has_next_page ? hint.map((one) => screen.paint("dim", one)) : []),
  ]
  return parts.join("\n\n")
}

/** The outcome of all checks, in gh's words. */
function checked(items: readonly unknown[], { paint }: Screen): string {
  const styles = items.map((item) => styleOf(outcomeOf(Object(item))))
  const count = (style: string) => styles.filter((one) => one === style).length
  const [failing, passing, skipped] = [count("red"), count("green"), count("gray")]
  const pending = items.length - failing - passing - skipped
  const heading =
    failing > 0
      ? paint("red", "Some checks were not successful")
      : pending > 0
        ? paint("yellow", "Some checks are still pending")
        : paint("green", "All checks were successful")
  const counts = `${failing} failing, ${passing} successful, ${skipped} skipped, and ${pending} pending checks`
  return `${heading}\n${counts}`
}

export type { Form }
