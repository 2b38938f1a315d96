export type { ContainerEvent } from './container-events.ts'
export {
  type ContainerDetails,
  type ContainerSummary,
  createEngine,
  type Engine,
  type ImageDetails,
  type ImageSummary,
  type NetworkSummary,
  type VolumeSummary,
} from './engine.ts'
export { EngineError, isStatus } from './engine-error.ts'
export { instanceLabel } from './label-names.ts'
export type { LogEntry } from './log-entries.ts'
export { isTooOld, oldestDocker } from './oldest-docker.ts'
