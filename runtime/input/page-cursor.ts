/** A page of a REST list. */
export interface PageRequest {
  /** Counted from 1. */
  readonly number: number
  /** Items per page. */
  readonly size: number
}

const form = /^page=([2-9]|[1-9]\d{1,8})&per_page=([1-9]\d?|100)$/

/**
 * The cursor of a page. It holds two numbers and nothing else, so a forged one can request a page and
 * nothing else.
 */
export function writeCursor({ number, size }: PageRequest): string {
  return btoa(`page=${number}&per_page=${size}`)
}

/** The page of a cursor; undefined if the text is no cursor. */
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
