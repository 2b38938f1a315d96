/** Front door of streams: what a thread needs that carries a container's data and nothing else. */
export { Gatherer } from '../docker/chunk-buffer.ts'
export { ContainerOutput } from './container-output.ts'
export { type EnginePlace, openEngineStream } from './engine-stream.ts'
