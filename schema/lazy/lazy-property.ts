const property = { configurable: true, enumerable: true }

/** Defines a property whose value is made when it is first read. */
export function lazyProperty<T>(on: Record<string, T>, name: string, make: () => T): void {
  const set = (value: T) =>
    void Object.defineProperty(on, name, { ...property, writable: true, value })
  const get = () => {
    const value = make()
    set(value)
    return value
  }
  Object.defineProperty(on, name, { ...property, get, set })
}
