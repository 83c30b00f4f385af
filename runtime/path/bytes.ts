interface Decoder {
  readonly fromBase64?: (text: string) => Uint8Array
}

/**
 * Decodes Base64 to bytes, ignoring white space.
 *
 * @throws RangeError if the text is not Base64
 */
export function bytesOf(encoded: string): Uint8Array {
  const decoder: Decoder & Uint8ArrayConstructor = Uint8Array
  try {
    if (decoder.fromBase64) return decoder.fromBase64(encoded)
    const units = atob(encoded)
    const bytes = new Uint8Array(units.length)
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = units.charCodeAt(at)
    return bytes
  } catch {
    throw new RangeError("the bytes of a file are given as Base64, and this text is none")
  }
}
