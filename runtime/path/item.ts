export type List = readonly unknown[]
export type Nullish = null | undefined
/** The items of a list, which may be a list of one thing or a list of another. */
export type Item<T> = T extends readonly (infer One)[] ? One : never
