export { interceptors } from "./feature.js"
export type {
  Handler,
  InterceptedCall,
  Interceptor,
} from "./interceptor.js"
export { refuse } from "./refuse.js"
