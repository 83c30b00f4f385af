/** The maps and sets in rows are immutable: a change creates a new one. */

export const withEntry = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value,
): ReadonlyMap<Key, Value> => new Map(map).set(key, value)

export function withoutEntry<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
): ReadonlyMap<Key, Value> {
  const copy = new Map(map)
  copy.delete(key)
  return copy
}

export const withItem = <Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> =>
  new Set(set).add(item)

export function withoutItem<Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const copy = new Set(set)
  copy.delete(item)
  return copy
}

/** The members that have a value. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>
  }
