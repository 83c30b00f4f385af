import type { MessagePort } from "node:worker_threads"

export interface EngineData {
  /** The file paths of the two packages of the engine. */
  readonly core: string
  readonly variant: string
  readonly within: string
  readonly code: string
  /** The code, whose async functions pass their promises to the function `watch`. */
  readonly watching: string
  readonly watch: string
  /** What the program finds as `last`, as JSON. */
  readonly last: string
  readonly memory_bytes: number
  readonly stack_bytes: number
  readonly most_calls: number
}

/** The state of a program that cannot continue by itself. */
export type Turn =
  | { readonly kind: "asks"; readonly calls: readonly string[] }
  /** @param unsent - the number of calls that were waiting when it ended */
  | { readonly kind: "ended"; readonly outcome: string; readonly unsent: number }
  | { readonly kind: "stopped"; readonly why: Stop }

export type Stop = "calls" | "memory" | "spoilt" | "waits"

/**
 * Runs a program in turns: until it waits for calls, which are answered together. The thread gets this function as
 * text, so it can only use its parameters.
 */
export function engine(require: NodeJS.Require, port: MessagePort, data: EngineData): void {
  const { newQuickJSWASMModuleFromVariant, newVariant } = require(
    data.core,
  ) as typeof import("quickjs-emscripten-core")
  const { default: variant } = require(
    data.variant,
  ) as typeof import("@jitl/quickjs-wasmfile-release-sync")
  let asked: string[] = []
  let count = 0
  let length = 0
  let outcome: string | undefined
  let stop: Stop | undefined

  // The engine's own limit holds for one allocation: it does not know the sizes of others. It begins with 256 pages.
  const maximum = 256 + data.memory_bytes / 2 ** 16
  const wasmMemory = new (Reflect.get(globalThis, "WebAssembly").Memory)({ initial: 256, maximum })
  const grow = wasmMemory.grow.bind(wasmMemory)
  wasmMemory.grow = (pages: number) => {
    if (wasmMemory.buffer.byteLength / 2 ** 16 + pages > maximum) stop ??= "memory"
    return grow(pages)
  }
  void newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory })).then((quickjs) => {
    const runtime = quickjs.newRuntime()
    runtime.setMemoryLimit(data.memory_bytes)
    runtime.setMaxStackSize(data.stack_bytes)
    runtime.setInterruptHandler(() => stop !== undefined)
    const vm = runtime.newContext()
    const ask = vm.newFunction("ask", (call) => {
      const text = vm.getString(call)
      count += 1
      length += text.length
      if (count > data.most_calls) stop = "calls"
      // The engine limits the program's own memory, but not the text that it passes out.
      else if (length > data.memory_bytes) stop = "memory"
      else asked.push(text)
    })
    const end = vm.newFunction("end", (text) => {
      outcome ??= vm.getString(text)
    })

    const recode = vm.newFunction("recode", (given) => {
      const [text, from, to] = JSON.parse(vm.getString(given))
      const recoded = Buffer.from(String(text), from).toString(to)
      // What is no UTF-8 is replaced by U+FFFD.
      const isExact = !/^utf/.test(to) || Buffer.from(recoded).toString("latin1") === text
      return vm.newString(JSON.stringify(isExact ? recoded : null))
    })

    /** The program's environment catches its exceptions, unless memory is exhausted. */
    const note = (error: import("quickjs-emscripten-core").QuickJSHandle | undefined) => {
      if (!error) return
      const message = vm.dump(error)?.message ?? "out of memory"
      stop ??= message === "out of memory" ? "memory" : "spoilt"
    }
    const turn = (): Turn => {
      note(runtime.executePendingJobs().error)
      if (stop === undefined && outcome === undefined && asked.length === 0) {
        give("")
        note(runtime.executePendingJobs().error)
      }
      if (stop !== undefined) return { kind: "stopped", why: stop }
      const calls = asked
      asked = []
      const isOver = outcome !== undefined && !outcome.startsWith('{"gave"')
      if (outcome !== undefined && (isOver || calls.length === 0))
        return { kind: "ended", outcome, unsent: calls.length }
      return calls.length > 0 ? { kind: "asks", calls } : { kind: "stopped", why: "waits" }
    }

    const environment = vm.unwrapResult(vm.evalCode(`(${data.within})`, "<ghx>"))
    const texts = [data.code, data.watching, data.watch, data.last].map((text) =>
      vm.newString(text),
    )
    const started = vm.callFunction(environment, vm.undefined, ask, end, recode, ...texts)
    note(started.error)
    const settle = started.error ?? started.value
    const give = (answers: string) =>
      note(vm.callFunction(settle, vm.undefined, vm.newString(answers)).error)
    port.on("message", (answers: string) => {
      give(answers)
      port.postMessage(turn())
    })
    port.postMessage(turn())
  })
}
