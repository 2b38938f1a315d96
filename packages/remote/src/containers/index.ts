/** Front door of containers. */
export { keptOutputBytes } from './container-body.ts'
export { createContainerRuntime } from './create-container-runtime.ts'
export { ownShell } from './image-shell.ts'
