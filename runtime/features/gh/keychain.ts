/**
 * Secrets in the system's keychain, through the program that comes with it: `security` on macOS, `secret-tool` of
 * libsecret on Linux. Elsewhere, and where the program does not answer, there is no keychain.
 */

interface Keychain {
  readonly program: string
  readonly find: (service: string, user: string) => readonly string[]
  readonly remove: (service: string, user: string) => readonly string[]
  /** The arguments, and the input: other users of the machine could read a secret among the arguments. */
  readonly store: (
    service: string,
    user: string,
    secret: string,
  ) => readonly [argv: readonly string[], input: string]
}

const keychains: Readonly<Record<string, Keychain>> = {
  darwin: {
    program: "security",
    find: (service, user) => ["find-generic-password", "-s", service, "-a", user, "-w"],
    remove: (service, user) => ["delete-generic-password", "-s", service, "-a", user],
    store: (service, user, secret) => [
      ["-i"],
      `add-generic-password -U -s '${service}' -a '${user}' -w '${secret}'\n`,
    ],
  },
  linux: {
    program: "secret-tool",
    find: (service, user) => ["lookup", "service", service, "username", user],
    remove: (service, user) => ["clear", "service", service, "username", user],
    store: (service, user, secret) => [
      ["store", `--label=${service}`, "service", service, "username", user],
      secret,
    ],
  },
}

export async function findSecret(host: string, user: string): Promise<string | undefined> {
  const printed = await run((keychain) => [keychain.find(serviceFor(host), user), ""])
  return printed?.trim() || undefined
}

/** @returns whether the keychain has the secret now */
export async function storeSecret(host: string, user: string, secret: string): Promise<boolean> {
  // A quote would end the word that `security` reads.
  if (/['\n\\]/.test(`${host}${user}${secret}`)) return false
  const stored = await run((keychain) => keychain.store(serviceFor(host), user, secret))
  return stored !== undefined && (await findSecret(host, user)) === secret
}

export async function removeSecret(host: string, user: string): Promise<void> {
  await run((keychain) => [keychain.remove(serviceFor(host), user), ""])
}

const serviceFor = (host: string) => `ghx:${host}`

/** What the program prints; undefined if there is none, or it fails. */
function run(
  command: (keychain: Keychain) => readonly [argv: readonly string[], input: string],
): Promise<string | undefined> {
  const { process } = globalThis
  const keychain = keychains[process?.platform ?? ""]
  const processes = process?.getBuiltinModule?.("child_process")
  if (!keychain || !processes) return Promise.resolve(undefined)
  const [argv, input] = command(keychain)
  return new Promise((resolve) => {
    // A keychain that is locked may ask its user, whom a script does not have.
    const child = processes.execFile(
      keychain.program,
      argv,
      { timeout: 5000, windowsHide: true },
      (error, stdout) => resolve(error ? undefined : String(stdout)),
    )
    child.stdin?.on("error", () => undefined)
    child.stdin?.end(input)
  })
}
