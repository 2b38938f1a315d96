export { ChunkBuffer } from '../docker/chunk-buffer.ts'
export { ContainerOutput } from './container-output.ts'
export { type EngineTarget, openEngineStream } from './engine-stream.ts'
