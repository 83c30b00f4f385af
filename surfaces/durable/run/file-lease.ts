/** The lease of a run as lock files, `lease.1`, `lease.2`, …: the holder of the highest number has the lease. */
import { randomUUID } from "node:crypto"
import { open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"
import { tried } from "../../../runtime/text/index.js"

/** The process that holds a run. */
export interface Holder {
  readonly pid: number
  readonly host: string
}

const PREFIX = "lease."

const fileOf = (folder: string, number: number) => join(folder, PREFIX + number)

async function leasesIn(folder: string): Promise<number[]> {
  const files = (await readdir(folder)).filter((file) => file.startsWith(PREFIX))
  return files.map((file) => Number(file.slice(PREFIX.length))).sort((one, other) => one - other)
}

/**
 * Takes a free or expired lease by creating the file of the next number, which only one process can do. With a single
 * file, a process would first have to remove it, and could remove the file of a faster process.
 */
export async function takeLease(folder: string, ms: number) {
  const content = (lease_ms: number) =>
    `${JSON.stringify({ pid: process.pid, host: hostname(), lease_ms })}\n`
  const last = (await leasesIn(folder)).at(-1) ?? 0
  if (last > 0 && !(await hasExpired(fileOf(folder, last), folder))) return undefined
  const own = last + 1
  try {
    await writeFile(fileOf(folder, own), content(ms), { flag: "wx" })
  } catch (error) {
    if (Object(error).code === "EEXIST") return undefined
    throw error
  }
  /** Whether no other process has taken the lease since. */
  const isHeld = async () => (await leasesIn(folder)).at(-1) === own
  // A slow process may have created a number that was already used.
  if (!(await isHeld())) {
    await rm(fileOf(folder, own), { force: true })
    return undefined
  }
  for (const number of await leasesIn(folder))
    if (number < own) await rm(fileOf(folder, number), { force: true })
  return {
    isHeld,
    async renew() {
      if (!(await isHeld())) return false
      try {
        // Written in place, because a file that is empty for a moment would look released.
        const file = await open(fileOf(folder, own), "r+")
        await file.write(content(ms), 0).finally(() => file.close())
      } catch (error) {
        if (Object(error).code === "ENOENT") return false
        throw error
      }
      return isHeld()
    },
    async release() {
      // The number is not reused, because its former holder could mistake it for its own.
      if (await isHeld()) await writeFile(fileOf(folder, own), content(0))
    },
  }
}

/** The holder of the lease, unless the lease has expired. */
export async function holderIn(folder: string): Promise<Holder | undefined> {
  const last = (await leasesIn(folder)).at(-1)
  if (last === undefined || (await hasExpired(fileOf(folder, last), folder))) return undefined
  const { pid, host }: Partial<Holder> = JSON.parse(await readFile(fileOf(folder, last), "utf8"))
  return { pid: Number(pid), host: String(host) }
}

/** Uses the clock of the file system, since several machines may share the folder. */
async function hasExpired(file: string, folder: string): Promise<boolean> {
  const probe = join(folder, `.clock.${randomUUID()}`)
  try {
    const [{ mtimeMs }, text] = await Promise.all([stat(file), readFile(file, "utf8")])
    const lease_ms = leaseIn(text)
    if (lease_ms === 0) return true
    await writeFile(probe, "")
    return (await stat(probe)).mtimeMs > mtimeMs + lease_ms
  } catch (error) {
    // The file is gone, because its holder has just ended.
    if (Object(error).code === "ENOENT") return true
    throw error
  } finally {
    await rm(probe, { force: true })
  }
}

/** A process that was killed before it wrote the file never began. */
const leaseIn = (text: string): number =>
  tried(() => Number(Object(JSON.parse(text)).lease_ms) || 0, 0)
