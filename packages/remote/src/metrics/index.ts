export { type ContainerReading, readContainers } from './container-stats.ts'
export { type HostReading, readHost } from './read-host.ts'
export { type SampleOptions, type ServerReading, sampleServer } from './sample-server.ts'
