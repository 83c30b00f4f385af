export { type ClientOptions, clientOptions, createClient } from "./create-client.js"
export {
  type EnvironmentOptions,
  environmentClient,
  environmentRepository,
  environmentToken,
  fromEnvironment,
} from "./environment.js"
