export {
  canAsk,
  type Failure,
  forTerminal,
  hasColors,
  type Input,
  type Output,
  type Paint,
  paint,
  type Reader,
  type Terminal,
  untilInterrupted,
  visibleReturns,
} from "./terminal.js"
