import { createHash } from "node:crypto"

/** A text's sha256, in hexadecimal. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}
