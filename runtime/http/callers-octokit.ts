/** Additional code for a caller's Octokit. Loaded by the first request through one. */
export { pacedDeadline } from "./paced-deadline.js"
export { sendOnce } from "./send-once.js"
export { wholeResponse } from "./whole-response.js"
