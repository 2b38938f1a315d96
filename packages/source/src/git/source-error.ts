/**
 * Errors between a repository and its report. The codes are stable: they appear in API responses, analyses, and
 * streams.
 */
export const sourceErrorCodes = [
  'url_invalid',
  'ref_invalid',
  'address_refused',
  'host_unreachable',
  'host_failed',
  'certificate_invalid',
  'repository_not_found',
  'repository_access_denied',
  'repository_moved',
  'repository_empty',
  'repository_too_large',
  'repository_unreadable',
  'branch_not_found',
  'commit_not_found',
  'root_directory_not_found',
  'source_timeout',
  'source_busy',
  'analysis_timeout',
  'analysis_out_of_memory',
  'analysis_failed',
  'sandbox_unavailable',
  'cancelled',
] as const
export type SourceErrorCode = (typeof sourceErrorCodes)[number]

/** Message and hint can be shown to users. `cause` is for the log and contains no credential. */
export class SourceError extends Error {
  readonly code: SourceErrorCode
  /** The remedy for the user. */
  readonly hint: string

  constructor(code: SourceErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'SourceError'
    this.code = code
    this.hint = options.hint
  }
}

/** True if a later attempt can succeed; all other errors require a change. */
export function isPassing(code: SourceErrorCode): boolean {
  return passing.has(code)
}

const passing: ReadonlySet<SourceErrorCode> = new Set([
  'host_unreachable',
  'host_failed',
  'source_timeout',
  'source_busy',
])
