export { describeMissing, noAllowances } from './allowances.ts'
export { keptOutputBytes } from './container-body.ts'
export { type ContainerRuntimeOptions, createContainerRuntime } from './create-container-runtime.ts'
export { imageShell } from './image-shell.ts'
