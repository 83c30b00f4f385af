/**
 * The environment of a program inside QuickJS: `ghx`, `gh`, `console`, and the protocol for its calls and its result. It is passed as
 * text, so it can only use its parameters. The program shares its realm and may tamper with it. So only strings leave
 * it, and the host trusts them no more than the program.
 *
 * @param ask - receives each call, as JSON
 * @param end - receives the program's result or exception, as JSON
 * @param recode - changes the encoding of a text: takes the text and both encodings, as JSON, and returns JSON
 * @param watching - the code, whose async functions pass their promises to the function `watch`
 * @returns a function that receives the answers, as JSON, or nothing if no answers and jobs are left
 */
export function within(
  ask: (call: string) => void,
  end: (outcome: string) => void,
  recode: (text: string) => string,
  code: string,
  watching: string,
  watch: string,
  last: string,
): (answers: string) => void {
  const { parse, stringify } = JSON
  const waiting = new Map<number, { give(data: unknown): void; fail(error: Error): void }>()
  const thrown = new WeakMap<object, number>()
  let asked = 0

  const { then } = Promise.prototype
  /** Promises that were rejected, and that nobody waits for. */
  const failures = new Map<unknown, unknown>()
  const awaited = new WeakSet<object>()
  let isWatching = false
  const watched = (promise: Promise<unknown>) => {
    if (isWatching) return promise
    isWatching = true
    then.call(promise, undefined, (error) => {
      if (!awaited.has(promise)) failures.set(promise, error)
    })
    isWatching = false
    return promise
  }
  // Because of this constructor, `await` calls `then`.
  const Promised = new Proxy(Promise, {
    construct: (own, given, target) => watched(Reflect.construct(own, given, target)),
  })
  // biome-ignore lint/suspicious/noThenProperty: it notes who waits
  Object.defineProperty(Promise.prototype, "then", {
    value(this: Promise<unknown>, ...handlers: Parameters<typeof then>) {
      awaited.add(this)
      failures.delete(this)
      return then.apply(this, handlers)
    },
  })
  Object.defineProperty(Promise.prototype, "constructor", { value: Promised })
  globalThis.Promise = Promised
  const send = (call: object) =>
    new Promise((give, fail) => {
      // A value that is not JSON is reported to the caller.
      const text = stringify(call, referred)
      ask(text)
      waiting.set(asked, { give, fail })
      asked += 1
    })
  const call = (task: string, input: unknown, options: unknown) => {
    const { fields, ...others } = Object(options)
    const [other] = Object.keys(others)
    if (other !== undefined)
      throw new TypeError(`ghx.${task} has no option ${other} in programs. Did you mean fields?`)
    if (fields !== undefined && !Array.isArray(fields))
      throw new TypeError(`fields of ghx.${task} is a list of names: { fields: ["title"] }`)
    return send({ __proto__: null, task, input: input === undefined ? {} : input, fields })
  }
  /** A value of a template is one word, a list several. */
  const wordOf = (value: unknown, option?: string): string => {
    const isPlain = ["string", "number", "boolean", "bigint"].includes(typeof value)
    if (isPlain && !Number.isNaN(value)) return String(value)
    const kind = value === null || isPlain ? String(value) : typeof value
    throw new TypeError(
      `a value of the command is ${kind}${option ? ` after ${option}` : ""}, expected a text, a number or a list of these`,
    )
  }
  /** What a command is about: an object that says its repository, which may be another one, or its number or id. */
  const targetOf = (value: unknown): string => {
    if (typeof value !== "object") return wordOf(value)
    const { url, repository, databaseId, number, id } = { ...Object(value) }
    const { nameWithOwner } = { ...Object(repository) }
    if (number !== undefined) {
      if (/\/(?:issues|pull|discussions)\/\d+$/.test(String(url))) return String(url)
      if (nameWithOwner !== undefined) return `${nameWithOwner}#${number}`
    }
    // The number of a run is that in its workflow.
    return wordOf(databaseId ?? number ?? id ?? value)
  }
  /** What an option is about: the name of a person or label, or a number. Other options take texts. */
  const ofOption = (value: unknown, option = ""): string => {
    const { number, login, name } = { ...Object(value) }
    return wordOf(ofObject.test(option) ? (number ?? login ?? name ?? value) : value, option)
  }
  const ofObject =
    /^--(?:(?:add|remove)-[a-z-]+|assignee|author|duplicate-of|label|milestone|parent|project|reviewer)$/
  const gh = (template: unknown, ...values: unknown[]) => {
    const { raw } = Object(template)
    if (!Array.isArray(raw))
      throw new TypeError("gh is a template: gh`issue view 7`, without parentheses")
    const words = values.map((one, at) => {
      const [, option] = /\s(-\S*)\s+$/.exec(raw[at]) ?? []
      const isTarget = option === undefined && /\s$/.test(raw[at])
      const textOf = (value: unknown) => (isTarget ? targetOf(value) : ofOption(value, option))
      return Array.isArray(one) ? one.map(textOf) : textOf(one)
    })
    return send({ __proto__: null, gh: raw, values: words })
  }
  const logs: unknown[][] = []
  const log = (...values: unknown[]) => {
    if (logs.length < 10_000) logs.push(values)
    else logs[10_000] = ["… more lines were logged, and are left out"]
  }
  const encodings = ["utf8", "utf-8", "base64", "base64url", "hex", "latin1", "binary"]
  /** A text in another encoding, from the host. It goes there and back as JSON, since the engine ends texts at U+0000. */
  const recoded = (text: unknown, from: string, to: string): string => {
    for (const name of [from, to])
      if (!encodings.includes(name))
        throw new TypeError(`Buffer has the encodings ${encodings.join(", ")}`)
    const given = parse(recode(stringify([String(text), from, to])))
    if (given === null) throw new TypeError("the bytes are not UTF-8")
    return given
  }
  /** As in browsers: the content of a file that GitHub's API returns is base64. */
  const atob = (text: unknown): string => {
    if (/[^\w+/=\s-]/.test(String(text))) throw new TypeError("atob: the text is not base64")
    return recoded(text, "base64", "latin1")
  }
  const btoa = (text: unknown): string => {
    if (/[^\0-\xff]/.test(String(text))) throw new TypeError("btoa: a character is above U+00FF")
    return recoded(text, "latin1", "base64")
  }
  /** Bytes as text with a character for each. */
  const binary = (bytes: Iterable<number>) =>
    Array.from(bytes, (one) => String.fromCharCode(one)).join("")
  class Bytes extends Uint8Array {
    equals(other: Iterable<number>): boolean {
      return binary(this) === binary(other)
    }
    override toString(encoding = "utf8"): string {
      return recoded(binary(this), "latin1", encoding)
    }
  }
  const bytesOf = (text: unknown, encoding = "utf8") =>
    Bytes.from(recoded(text, encoding, "latin1"), (one) => one.charCodeAt(0))
  /** As in Node: models use it for files in Base64. */
  const Buffer = {
    from: (value: unknown, encoding?: string) =>
      typeof value === "string" ? bytesOf(value, encoding) : Bytes.from(Object(value)),
    byteLength: (text: unknown, encoding?: string) => bytesOf(text, encoding).length,
  }
  class TextEncoder {
    encode = (text: unknown = "") => bytesOf(text)
  }
  class TextDecoder {
    decode = (bytes: Iterable<number> = []) => recoded(binary(bytes), "latin1", "utf8")
  }
  const tools = { atob, btoa, Buffer, last: parse(last), TextDecoder, TextEncoder }
  Object.assign(globalThis, tools)
  /** What the engine ignores would be wrong without a word. */
  const withoutIntl = (prototype: object, name: string, first = 0) => {
    const own = Reflect.get(prototype, name)
    const value = function (this: unknown, ...given: unknown[]) {
      if (given.slice(first).every((one) => one === undefined)) return own.apply(this, given)
      throw new TypeError(`there is no Intl here: ${name} takes no locales or options`)
    }
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true })
  }
  for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"])
    withoutIntl(Date.prototype, name)
  withoutIntl(Number.prototype, "toLocaleString")
  withoutIntl(String.prototype, "localeCompare", 1)
  const texts = new Set<string>()
  const keyOf = (text: string) => `${text.length} ${text.slice(0, 200)}`
  const { [Symbol.iterator]: characters } = String.prototype
  Object.defineProperty(String.prototype, Symbol.iterator, {
    value(this: string) {
      if (!texts.has(keyOf(this))) return characters.call(this)
      throw new TypeError("this is one text, not a list: text.split('\\n') gives its lines")
    },
  })
  /** Programs also parse the output of a command themselves, or split it into lines, but never mean its characters. */
  const asPrinted = (data: unknown, text: string | undefined) => {
    if (typeof data === "string" && data.length > 1) texts.add(keyOf(data))
    if (Object(data) !== data) return
    Object.defineProperty(data, "toString", { value: () => text ?? stringify(data) })
    if (!Array.isArray(data) || text === undefined) return
    const own = text.trimEnd()
    Object.defineProperty(data, "split", { value: own.split.bind(own) })
    Object.defineProperty(data, "trim", { value: () => own })
  }
  /** What the program looked for in answers, and no object there has. */
  const absent = new Set<string>()
  const tellAbsent = (data: unknown, name: string) => {
    const kinds = new Map<string, { known: Set<string>; proto: object }>()
    const kindOf = (path: string) => {
      const known = new Set<string>()
      const get = (own: object, key: string | symbol) => {
        const isAsked = typeof key === "string" && !/^(?:then|toJSON)$/.test(key) && !(key in own)
        if (isAsked && !known.has(key) && absent.size < 10) {
          const others = `${[...known].slice(0, 12)}${known.size > 12 ? ",…" : ""}`
          absent.add(`${name}: ${path && `${path} has `}no ${key}, only ${others}`)
        }
        return Reflect.get(own, key)
      }
      return { known, proto: new Proxy({}, { get }) }
    }
    const visit = (value: unknown, path: string) => {
      if (Array.isArray(value)) for (const one of value) visit(one, path)
      else if (Object(value) === value) {
        const kind = kinds.get(path) ?? kindOf(path)
        kinds.set(path, kind)
        for (const [key, inner] of Object.entries(Object(value))) {
          kind.known.add(key)
          visit(inner, key)
        }
        // Objects of other types may have other members.
        if (!kind.known.has("__typename")) Object.setPrototypeOf(value, kind.proto)
      }
    }
    visit(data, "")
  }
  const console = { log, info: log, warn: log, error: log, debug: log }
  // A placeholder of a recording can only be passed on unchanged.
  const references = new WeakMap<object, object>()
  // A replacer is called for every value and slow, so it is only used if needed.
  let referred: ((_: string, value: unknown) => unknown) | undefined
  /** An object that refuses to be looked at, but for what `get` returns. */
  const unread = (refuse: () => never, get: (key: string | symbol) => unknown) =>
    new Proxy(
      {},
      {
        get: (_, key) => (key === "then" ? undefined : get(key)),
        has: refuse,
        ownKeys: refuse,
        getOwnPropertyDescriptor: refuse,
      },
    )
  const laterValue = ($from: string, path: string, members: unknown): unknown => {
    const refuse = (inner = path): never => {
      const of = inner === "" ? $from : `${inner} of ${$from}`
      throw new Error(`${of} is unknown until the recording runs`)
    }
    const get = (key: string | symbol) => {
      if (key === "toJSON") return undefined
      if (typeof key === "symbol" || members === true) return refuse()
      const own = new Map(Object.entries(Object(members)))
      if (!own.has(key)) return undefined
      const inner = path === "" ? key : `${path}.${key}`
      return own.get(key) === false ? refuse(inner) : laterValue($from, inner, own.get(key))
    }
    const value = unread(() => refuse(), get)
    references.set(value, { $from, ...(path !== "" && { path }) })
    referred ??= (_, inner) => references.get(Object(inner)) ?? inner
    return value
  }
  let isOver = false
  /** The result of a recorded command, which a program can only return or log. */
  const laterText = (text: string): unknown => {
    const refuse = (): never => {
      throw new Error(`${text}: its result is unknown until the recording runs`)
    }
    const value = unread(refuse, (key) => (isOver && key === "toJSON" ? () => text : refuse()))
    references.set(value, value)
    return value
  }
  // Any name is accepted, since the executor suggests similar ones.
  const named = (path: string): unknown =>
    new Proxy(() => {}, {
      get: (_, name) =>
        typeof name === "symbol" || /^(?:then|to[JS]|valueOf|constructor)/.test(name)
          ? undefined
          : named(path === "" ? name : `${path}.${name}`),
      apply: (_, __, [input, options]) => {
        // Operations without a capability are called by their method and path, or their document.
        if (path === "request") return call(String(input), options, undefined)
        if (path === "document")
          return (variables: unknown) => call(String(input), variables, undefined)
        return call(path, input, options)
      },
    })

  const threw = (error: unknown) => {
    isOver = true
    const { name, message, stack } = Object(error)
    const isError = error instanceof Error
    // An exception here is located at the call; the engine adds two lines before the body.
    const line = isError ? Number(/<input>:(\d+)/.exec(String(stack))?.[1]) : Number.NaN
    end(
      stringify({
        __proto__: null,
        logs: parse(`[${logged()}]`),
        absent: [...absent],
        threw: isError ? `${name}: ${message}` : `threw ${stringify(error)}`,
        call: isError ? thrown.get(error) : undefined,
        line: line > 2 ? line - 2 : undefined,
      }),
    )
  }
  const told = (error: unknown): string => {
    const { code, name, message = stringify(error) } = Object(error)
    return `✗ ${code ?? name ?? "threw"} ${message}`
  }
  /**
   * Waits for the promises within a value and calls its functions: they are replaced by what they give, and a failure
   * is told in its place.
   */
  const settle = async (root: object) => {
    const seen = new Set<object>()
    let [left, failed] = [[root], 0]
    while (left.length > 0) {
      const waits: Promise<object>[] = []
      for (const holder of left) {
        for (const [key, inner] of Object.entries(holder)) {
          if (Object(inner) !== inner || references.has(inner) || thrown.has(inner)) continue
          const place = (value: unknown) => {
            if (!Reflect.set(holder, key, value))
              throw new TypeError(`${key} is read-only, and a promise`)
            return [value]
          }
          const isFunction = typeof inner === "function"
          if (inner instanceof Promise || isFunction) {
            const fails = (error: unknown) => {
              failed += 1
              return place(told(error))
            }
            const started = isFunction ? (async () => inner())() : inner
            waits.push(started.then(place, fails))
          } else if (inner instanceof Error) place(told(inner))
          else if (inner instanceof Map) left.push(place(Object.fromEntries(inner)))
          else if (inner instanceof Set) left.push(place([...inner]))
          else if (!seen.has(inner)) left.push(inner)
          seen.add(inner)
        }
      }
      left = await Promise.all(waits)
    }
    return failed
  }
  const jsonOf = (value: unknown): string => {
    try {
      return stringify(value, referred) ?? "null"
    } catch {
      return stringify(typeof value === "object" ? "(not JSON)" : `${value}`)
    }
  }
  /** The log as JSON, without methods of lists, which the program may have changed. */
  const logged = (): string => {
    let lines = ""
    for (const line of logs) {
      let values = ""
      for (const value of line) values += `${values && ","}${jsonOf(value)}`
      lines += `${lines && ","}[${values}]`
    }
    return lines
  }
  let onIdle = () => {}
  const gave = async (value: unknown) => {
    const ended = { gave: value, logs }
    let failed = await settle(ended)
    await new Promise<void>((go) => {
      onIdle = go
    })
    for (const error of failures.values()) {
      failed += 1
      log(told(error))
    }
    isOver = true
    const text = stringify(ended.gave, referred) ?? null
    const lacking = stringify([...absent])
    end(`{"gave":${text},"logs":[${logged()}],"failed":${failed},"absent":${lacking}}`)
  }

  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  let body: (...tools: unknown[]) => Promise<unknown>
  const parsed = (text: string) => AsyncFunction("ghx", "gh", "console", watch, text)
  try {
    body = parsed(code)
    try {
      body = parsed(watching)
    } catch {}
  } catch (error) {
    end(stringify({ unreadable: String(error) }))
    return () => {}
  }
  body(named(""), gh, console, watched).then(gave).catch(threw)

  return (answers) => {
    if (answers === "") return onIdle()
    for (const answer of parse(answers)) {
      const { at, data, error, recorded, members, isPrinted, isRecorded, text, name } = answer
      const one = waiting.get(at)
      waiting.delete(at)
      if (recorded !== undefined) one?.give(laterValue(recorded, "", members))
      else if (isRecorded) one?.give(laterText(data))
      else if (error === undefined) {
        if (name !== undefined) tellAbsent(data, name)
        if (isPrinted) asPrinted(data, text)
        one?.give(data)
      } else {
        const { code, message, details, retryable } = error
        const { fix } = Object(details)
        const failure = Object.assign(new Error(), { name: "GhxError", code, details, retryable })
        if (fix !== undefined) Object.assign(failure, { fix })
        // Many programs show only the message. It is enumerable, because a program may return the error.
        const isTold = fix === undefined || message.includes(fix)
        const value = isTold ? message : `${message}; fix: ${fix}`
        Object.defineProperty(failure, "message", { value, enumerable: true })
        thrown.set(failure, at)
        one?.fail(failure)
      }
    }
  }
}
