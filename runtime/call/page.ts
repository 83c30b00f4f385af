import type { Page } from "../definition/index.js"

/** The page in a list capability's result; undefined for every other result. */
export function pageOf(data: unknown): Page<unknown, number | null> | undefined {
  return isPage(data) ? data : undefined
}

function isPage(data: unknown): data is Page<unknown, number | null> {
  if (!isObject(data) || !("page_info" in data) || !("items" in data)) return false
  const { page_info, items } = data
  if (!Array.isArray(items) || !isObject(page_info)) return false
  return "has_next_page" in page_info && "end_cursor" in page_info
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
