export type { Around, Intercepted } from "./intercepted.js"
export {
  type Handler,
  type InterceptedCall,
  type Interceptor,
  interceptorsOf,
} from "./interceptor.js"
export { refuse } from "./refuse.js"

/** Few clients have interceptors. */
export const loadIntercepted = () => import("./intercepted.js")
