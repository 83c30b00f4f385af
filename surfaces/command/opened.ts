import { UsageError } from "./output/index.js"

/** @throws UsageError if a server cannot be started: the port is taken, the seed is wrong, or a package is missing */
export async function opened<Server>(starting: Promise<Server>): Promise<Server> {
  try {
    return await starting
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error
  }
}
