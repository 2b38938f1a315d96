/** Front door of the registries module on the api's side. */
export { registryPassword } from './registry-password.ts'
