const undecoded = new WeakMap<object, Uint8Array>()

/** Remembers the bytes of a result whose text could not be decoded. */
export function rememberBytes(data: unknown, bytes: Uint8Array | undefined): void {
  if (bytes) undecoded.set(Object(data), bytes)
}

/** The bytes of a response with one text, such as a diff, if the text is not UTF-8. */
export function bytesBehind(data: unknown): Uint8Array | undefined {
  return undecoded.get(Object(data))
}
