/** The same function, which makes what it makes of a value once, as long as the value is there. */
export function once<In extends object, Out>(make: (of: In) => Out): (of: In) => Out {
  const made = new WeakMap<In, Out>()
  return (of) => {
    const before = made.get(of)
    if (before !== undefined) return before
    const now = make(of)
    made.set(of, now)
    return now
  }
}
