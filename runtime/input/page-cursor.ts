/** Which page of a REST list is asked for. */
export interface PageRequest {
  /** Counted from 1. */
  readonly number: number
  /** Items per page. */
  readonly size: number
}

const form = /^page=([2-9]|[1-9]\d{1,8})&per_page=([1-9]\d?|100)$/

/**
 * The cursor of a page. It holds two numbers and nothing else: whoever makes one up can ask for a
 * page, and for nothing but a page.
 */
export function writeCursor({ number, size }: PageRequest): string {
  return btoa(`page=${number}&per_page=${size}`)
}

/** The page that a cursor stands for; undefined for every text that is none. */
export function readCursor(cursor: string): PageRequest | undefined {
  let text: string
  try {
    text = atob(cursor)
  } catch {
    return undefined
  }
  const [, number, size] = form.exec(text) ?? []
  if (number === undefined || size === undefined) return undefined
  const page = { number: Number(number), size: Number(size) }
  // Base64 has several spellings of one text, of which GitHub's own cursors need not use this one.
  return writeCursor(page) === cursor ? page : undefined
}
