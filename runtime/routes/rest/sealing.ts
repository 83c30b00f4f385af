import { type Failure, notLoaded } from "../../errors/index.js"
import { loadSealer } from "../../path/index.js"

/** Loads what `seal` needs, before anything is sent. */
export async function restSealing(id: string): Promise<Failure | undefined> {
  try {
    await loadSealer()
  } catch (error) {
    return notLoaded(id, error)
  }
}
