/**
 * A member that is made when somebody first asks for it, and is from then on as any other: it can be
 * listed, spied on and replaced.
 */
export function lazyMember(owner: object, name: string, make: () => unknown): void {
  const keep = (value: unknown) =>
    Object.defineProperty(owner, name, {
      configurable: true,
      enumerable: true,
      writable: true,
      value,
    })
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get() {
      const value = make()
      keep(value)
      return value
    },
    set: keep,
  })
}
