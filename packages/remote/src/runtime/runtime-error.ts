/** Operations that a server refused or couldn't do, with a code that deployments show unchanged. */
export const runtimeErrorCodes = [
  'build_failed', 'build_out_of_memory', 'build_timeout', 'build_output_too_large', 'build_unsupported', 'railpack_missing', 'disk_full',
  'image_not_found', 'registry_refused', 'registry_unreachable', 'architecture_mismatch', 'policy_refused',
  'no_free_network', 'no_free_address', 'port_conflict', 'container_start_failed', 'stale_fence', 'wrong_release',
  'proxy_failed', 'proxy_configuration_refused', 'engine_refused',
] as const // biome-ignore format: a list
export type RuntimeErrorCode = (typeof runtimeErrorCodes)[number]

export interface RuntimeErrorOptions {
  /** The failed instruction of a build. */
  readonly step?: string
  readonly exitCode?: number
  /** Not redacted yet. */
  readonly logTail?: string
  readonly cause?: unknown
}

export class RuntimeError extends Error {
  override readonly name = 'RuntimeError'
  readonly code: RuntimeErrorCode
  readonly step: string | undefined
  readonly exitCode: number | undefined
  readonly logTail: string | undefined

  constructor(code: RuntimeErrorCode, message: string, options: RuntimeErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.step = options.step
    this.exitCode = options.exitCode
    this.logTail = options.logTail
  }
}
