/** What can go wrong between a repository and its report. The code is stable: it reaches API answers, analyses and streams. */
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

/** Message and hint may be shown; `cause` is for the log and holds no credential. */
export class SourceError extends Error {
  readonly code: SourceErrorCode
  /** What the person can do about it. */
  readonly hint: string

  constructor(code: SourceErrorCode, message: string, options: { hint: string; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'SourceError'
    this.code = code
    this.hint = options.hint
  }
}

/** Whether trying again later may help; the others need somebody to change something. */
export function isPassing(code: SourceErrorCode): boolean {
  return passing.has(code)
}

const passing: ReadonlySet<SourceErrorCode> = new Set([
  'host_unreachable',
  'host_failed',
  'source_timeout',
  'source_busy',
])
