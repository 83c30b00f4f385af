/**
 * A member that is made when somebody first asks for it, and is from then on as any other: it can be
 * listed, spied on and replaced. Of a frozen owner it stays what it is, and still gives what it made.
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
