export {
  canAsk,
  type Failure,
  forTerminal,
  type Input,
  type Output,
  type Paint,
  paint,
  type Terminal,
  untilInterrupted,
  visibleReturns,
} from "./terminal.js"
