/** One page of a list capability. */
export interface Page<Item> {
  items: Item[]
  total_count: number
  page_info: PageInfo
}

/** Whether a list goes on. There may be more without a cursor: what GitHub counts and does not show. */
export interface PageInfo {
  has_next_page: boolean
  end_cursor: string | null
}
