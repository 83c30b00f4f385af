export {
  canAsk,
  type Failure,
  hasColors,
  type Input,
  type Output,
  paint,
  type Reader,
  type Terminal,
  untilInterrupted,
} from "./terminal.js"
