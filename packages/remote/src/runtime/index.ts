export { describeMissing, imageShell, keptOutputBytes, noAllowances } from '../containers/index.ts'
export type { LogEntry } from '../docker/index.ts'
export type { BuildLimits, BuildRequest, BuiltImage } from './build-request.ts'
export type {
  Allowances,
  ContainerFile,
  ContainerOptions,
  ContainerSpec,
  ContainerState,
  Grants,
} from './container-spec.ts'
export { createRuntime, type RuntimeOptions } from './create-runtime.ts'
export type {
  Call,
  CertificateOnServer,
  ContainerRuntime,
  DataRuntime,
  ImageFacts,
  ImageRuntime,
  LoadedConfiguration,
  NetworkFacts,
  NetworkPool,
  OnOutput,
  OutputReader,
  PipedCall,
  PipedEnd,
  Probe,
  ProbeResult,
  ProgramCall,
  ProxyRelease,
  ProxyRuntime,
  ProxyState,
  ReadingCall,
  RegistryCredential,
  Runtime,
  RuntimeFacts,
  VolumeReading,
  VolumeWriting,
} from './runtime.ts'
export { RuntimeError, type RuntimeErrorCode, runtimeErrorCodes } from './runtime-error.ts'
