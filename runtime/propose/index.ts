export { type ProposingClient, proposingClient } from "./proposing-client.js"
