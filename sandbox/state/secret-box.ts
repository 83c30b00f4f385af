import { createHash } from "node:crypto"
import { unprocessable } from "./errors.js"
import type { SettingOwner } from "./settings.js"

type Sodium = typeof import("libsodium-wrappers")["default"]

let sodium: Sodium | undefined

/** Loads libsodium, for sandboxes that receive secrets. */
export async function loadSecretBox(): Promise<void> {
  if (sodium) return
  const { default: loaded } = await import("libsodium-wrappers")
  await loaded.ready
  sodium = loaded
}

/** Each owner has its own key pair, which is the same in every sandbox. */
function keysOf({ kind, id }: SettingOwner, { crypto_box_seed_keypair }: Sodium) {
  return crypto_box_seed_keypair(
    createHash("sha256").update(`${kind.toLowerCase()} ${id}`).digest(),
  )
}

/** The public key for sealing an owner's secrets, as Base64, and its id. */
export function publicKeyOf(owner: SettingOwner): { key_id: string; key: string } {
  const library = requireSodium()
  const { publicKey } = keysOf(owner, library)
  return { key_id: keyIdOf(owner), key: Buffer.from(publicKey).toString("base64") }
}

/** @throws Refusal if the value was not sealed with the owner's public key */
export function openSealed(owner: SettingOwner, sealed: string, keyId: string): string {
  const library = requireSodium()
  if (keyId !== keyIdOf(owner)) throw unprocessable("Invalid key_id")
  const { publicKey, privateKey } = keysOf(owner, library)
  try {
    const bytes = Buffer.from(sealed, "base64")
    return Buffer.from(library.crypto_box_seal_open(bytes, publicKey, privateKey)).toString("utf8")
  } catch {
    throw unprocessable("Improperly encrypted secret")
  }
}

const keyIdOf = ({ id }: SettingOwner): string => `568250167${String(id).padStart(9, "0")}`

function requireSodium(): Sodium {
  if (!sodium) throw new Error("libsodium is not loaded yet, so the secret cannot be read")
  return sodium
}
