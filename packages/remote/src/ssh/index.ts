/** Front door of the transport. */
export type { LoginKey, RunOptions, RunResult, ServerConnection, ServerPool, ServerTarget } from './connection.ts'
export { fingerprintOf, type HostKey } from './host-key.ts'
export { RemoteError, type RemoteErrorCode, remoteErrorCodes } from './remote-error.ts'
