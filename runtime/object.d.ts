/** The runtime reads values of unknown types. The library declares that all their members are `any`. */
type ObjectConstructor = (value: unknown) => Readonly<Record<string, unknown>>
