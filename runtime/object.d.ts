/** The runtime reads values of unknown types. The library declares that all their members are `any`. */
interface ObjectConstructor {
  // biome-ignore lint/style/useShorthandFunctionType: only an interface is merged with that of the library
  (value: unknown): Readonly<Record<string, unknown>>
}
