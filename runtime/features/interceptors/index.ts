export { interceptors } from "./feature.js"
export type {
  Handler,
  InterceptedCall,
  Interceptor,
} from "./interceptor.js"
export { type ObservedWrite, observeWrites } from "./observe-writes.js"
export { refuse } from "./refuse.js"
