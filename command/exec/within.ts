/**
 * What stands around a program inside QuickJS: `ghx`, and how its calls and its end are told. It is handed
 * over as text, so it may use nothing but its parameters. The program shares its world and may spoil it:
 * only texts leave it, and the other side believes none of them more than it would believe the program.
 *
 * @param ask - told each call, as JSON
 * @param end - told what the program gives, or what it threw, as JSON
 * @returns what is told the answers of calls, as JSON
 */
export function within(
  ask: (call: string) => void,
  end: (outcome: string) => void,
  code: string,
): (answers: string) => void {
  const { parse, stringify } = JSON
  const waiting = new Map<number, { give(data: unknown): void; fail(error: Error): void }>()
  const thrown = new WeakMap<object, number>()
  let asked = 0

  const call = (task: string, input: unknown, options: unknown) =>
    new Promise((give, fail) => {
      const { fields } = Object(options)
      // What is no JSON is told to whoever makes the call.
      const asJson = { __proto__: null, task, input: input === undefined ? {} : input, fields }
      const text = stringify(asJson)
      ask(text)
      waiting.set(asked, { give, fail })
      asked += 1
    })
  // Any name leads on, since whoever carries out a call says which names are near.
  const named = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) =>
        typeof name === "symbol" || /^(?:then|to[JS]|valueOf|constructor)/.test(name)
          ? undefined
          : named(path === "" ? name : `${path}.${name}`),
      apply: (_, __, [input, options]) => call(path, input, options),
    })

  const threw = (error: unknown) => {
    const { name, message, stack } = Object(error)
    const isError = error instanceof Error
    // The two lines before a body are the engine's own.
    const line = isError ? Number(/:(\d+)/.exec(String(stack))?.[1]) : Number.NaN
    end(
      stringify({
        __proto__: null,
        threw: isError ? `${name}: ${message}` : `threw ${stringify(error)}`,
        call: isError ? thrown.get(error) : undefined,
        line: line > 2 ? line - 2 : undefined,
      }),
    )
  }
  const gave = (value: unknown) => end(`{"gave":${stringify(value) ?? null}}`)

  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  let body: (ghx: unknown) => Promise<unknown>
  try {
    body = AsyncFunction("ghx", code)
  } catch (error) {
    end(stringify({ unreadable: String(error) }))
    return () => {}
  }
  body(named("")).then(gave).catch(threw)

  return (answers) => {
    for (const { at, data, error } of parse(answers)) {
      const one = waiting.get(at)
      waiting.delete(at)
      if (error === undefined) one?.give(data)
      else {
        const { code, message, details, retryable } = error
        const failure = Object.assign(new Error(), { name: "GhxError", code, details, retryable })
        // A program may well return it.
        Object.defineProperty(failure, "message", { value: message, enumerable: true })
        thrown.set(failure, at)
        one?.fail(failure)
      }
    }
  }
}
