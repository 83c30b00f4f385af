export {
  hasColors,
  type Input,
  type Output,
  paint,
  type Terminal,
  untilInterrupted,
} from "./terminal.js"
