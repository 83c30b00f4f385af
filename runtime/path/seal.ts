type Sealer = (text: string, key: string) => string

let sealer: Sealer | undefined

/** Loads libsodium. Only capabilities that seal a value name this feature. */
export async function loadSealer(): Promise<void> {
  if (sealer) return
  const { default: sodium } = await import("libsodium-wrappers")
  await sodium.ready
  const { ORIGINAL } = sodium.base64_variants
  sealer = (text, key) =>
    sodium.to_base64(sodium.crypto_box_seal(text, sodium.from_base64(key, ORIGINAL)), ORIGINAL)
}

/**
 * A sealed box (libsodium's `crypto_box_seal`) as Base64: only the owner of the key can read the text.
 *
 * @param key - Base64 of a public key of 32 bytes, as GitHub returns it for secrets
 * @throws if the key is invalid, and before `loadSealer` has resolved
 */
export function seal(text: string, key: string): string {
  // In a dry run, the key is a placeholder.
  if (typeof key !== "string") return key
  if (!sealer) throw new Error("a text is sealed before libsodium is loaded")
  return sealer(text, key)
}
