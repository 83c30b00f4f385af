/**
 * Defines a member that is created on first access and is an ordinary property from then on: it can be
 * listed, spied on and replaced. On a frozen owner it stays an accessor that returns the same object.
 */
export function lazyMember(owner: object, name: string, make: () => unknown): void {
  const ordinary = { configurable: true, enumerable: true, writable: true }
  let made: { readonly value: unknown } | undefined
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get() {
      made ??= { value: make() }
      Reflect.defineProperty(owner, name, { ...ordinary, ...made })
      return made.value
    },
    // As of any other member, what inherits it gets one of its own.
    set(value: unknown) {
      Object.defineProperty(this, name, { ...ordinary, value })
    },
  })
}
