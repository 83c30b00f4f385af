export type { Around, Intercepted } from "./intercepted.js"
export {
  type Handler,
  type InterceptedCall,
  type Interceptor,
  interceptorsOf,
} from "./interceptor.js"
export { refuse } from "./refuse.js"

/** What stands between calls and interceptors, which few clients have. */
export const loadIntercepted = () => import("./intercepted.js")
