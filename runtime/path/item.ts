export type List = readonly unknown[]
export type Nullish = null | undefined
/** The type of a list's items. The type may be a union of lists. */
export type Item<T> = T extends readonly (infer One)[] ? One : never
