/** One page of a list; `Count` is `number | null` where GitHub does not count. */
export interface Page<Item, Count extends number | null = number> {
  items: Item[]
  /** Number of items on all pages; null where GitHub does not count them. */
  total_count: Count
  page_info: PageInfo
}

/**
 * Whether a list continues. There may be more without a cursor: items that GitHub counts and does not show.
 */
export interface PageInfo {
  has_next_page: boolean
  end_cursor: string | null
}

/** The paging inputs of a list. */
export interface PageInput {
  /**
   * Items per page.
   * @default 30
   */
  first?: number | undefined
  /** The end_cursor of the page before. */
  after?: string | undefined
}
