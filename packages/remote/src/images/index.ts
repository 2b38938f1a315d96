export { createImageRuntime, type ImageRuntimeOptions } from './create-image-runtime.ts'
export { removeLimitsImages } from './limits/limits-image.ts'
export { prepareDockerfile } from './railpack/prepare-dockerfile.ts'
