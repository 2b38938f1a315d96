/** Front door of streams: what a thread needs that carries a container's data and nothing else. */
export { ChunkBuffer } from '../docker/chunk-buffer.ts'
export { ContainerOutput } from './container-output.ts'
export { type EngineTarget, openEngineStream } from './engine-stream.ts'
