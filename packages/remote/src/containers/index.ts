export { keptOutputBytes } from './container-body.ts'
export { createContainerRuntime } from './create-container-runtime.ts'
export { imageShell } from './image-shell.ts'
