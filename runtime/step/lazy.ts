/** A promise whose work begins when its value is first requested. `start` is called every time. */
export function lazy<T>(start: () => Promise<T>): Promise<T> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: being awaited is what starts the work
    then: (fulfilled, rejected) => start().then(fulfilled, rejected),
    catch: (rejected) => start().catch(rejected),
    finally: (done) => start().finally(done),
    [Symbol.toStringTag]: "Promise",
  }
}
