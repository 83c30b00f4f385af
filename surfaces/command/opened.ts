import { UsageError } from "./output/index.js"

/** @throws UsageError where a server cannot be started: a port that is taken, a seed that is wrong, a package that is missing */
export async function opened<Server>(starting: Promise<Server>): Promise<Server> {
  try {
    return await starting
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error
  }
}
