export { type ClientOptions, clientOptions, createClient } from "./create-client.js"
export { type EnvironmentOptions, environmentRepository, fromEnvironment } from "./environment.js"
export { environmentClient, environmentToken } from "./environment-client.js"
