import { createHash } from "node:crypto"
import type { Repository } from "../tables/index.js"
import { unprocessable } from "./errors.js"

type Sodium = typeof import("libsodium-wrappers")["default"]

let sodium: Sodium | undefined

/** Loads libsodium, for sandboxes that receive secrets. */
export async function loadSecretBox(): Promise<void> {
  if (sodium) return
  const { default: loaded } = await import("libsodium-wrappers")
  await loaded.ready
  sodium = loaded
}

/** Each repository has its own key pair, which is the same in every sandbox. */
function keysOf(repository: Repository, { crypto_box_seed_keypair }: Sodium) {
  return crypto_box_seed_keypair(
    createHash("sha256").update(`repository ${repository.id}`).digest(),
  )
}

/** The public key for sealing a repository's secrets, as Base64, and its id. */
export function publicKeyOf(repository: Repository): { key_id: string; key: string } {
  const library = requireSodium()
  const { publicKey } = keysOf(repository, library)
  return { key_id: keyIdOf(repository), key: Buffer.from(publicKey).toString("base64") }
}

/** @throws Refusal if the value was not sealed with the repository's public key */
export function openSealed(repository: Repository, sealed: string, keyId: string): string {
  const library = requireSodium()
  if (keyId !== keyIdOf(repository)) throw unprocessable("Invalid key_id")
  const { publicKey, privateKey } = keysOf(repository, library)
  try {
    const bytes = Buffer.from(sealed, "base64")
    return Buffer.from(library.crypto_box_seal_open(bytes, publicKey, privateKey)).toString("utf8")
  } catch {
    throw unprocessable("Improperly encrypted secret")
  }
}

const keyIdOf = ({ id }: Repository): string => `568250167${String(id).padStart(9, "0")}`

function requireSodium(): Sodium {
  if (!sodium) throw new Error("libsodium is not loaded yet, so the secret cannot be read")
  return sodium
}
