export {
  canAsk,
  type Failure,
  hasColors,
  type Input,
  type Output,
  type Paint,
  paint,
  type Reader,
  type Terminal,
  untilInterrupted,
} from "./terminal.js"
