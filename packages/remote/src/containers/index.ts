/** Front door of containers. */
export { createContainerRuntime } from './create-container-runtime.ts'
export { ownShell } from './own-shell.ts'
