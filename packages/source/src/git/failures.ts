/** The texts of all failures, in one place. They contain nothing from the remote side. */
import { SourceError, type SourceErrorCode } from './source-error.ts'

const texts: Record<SourceErrorCode, [message: string, hint: string]> = {
  url_invalid: [
    "This isn't a valid repository URL.",
    'Use an HTTPS URL without a username, query, or fragment, for example https://git.example.com/team/shop.git.',
  ],
  ref_invalid: [
    "This isn't a branch name or a commit ID.",
    'Enter the branch as your Git provider shows it, or a full commit ID (40 hexadecimal digits).',
  ],
  address_refused: [
    "This instance isn't allowed to connect to the repository's host.",
    'If Longshore should reach this host, ask the operator to add its network to OUTBOUND_ALLOW.',
  ],
  host_unreachable: [
    "The repository's host doesn't respond.",
    "Check the hostname, and that Longshore's machine can reach it.",
  ],
  host_failed: ["The repository's host responded with a server error.", 'Try again in a few minutes.'],
  certificate_invalid: [
    "The repository's host uses a certificate that isn't trusted.",
    'Renew the certificate, or ask the operator to trust its certificate authority.',
  ],
  repository_not_found: [
    "The repository doesn't exist.",
    'Check the spelling. A private repository needs a Git provider whose token can read it.',
  ],
  repository_access_denied: [
    "The repository is private or doesn't exist.",
    'Connect a Git provider whose token can read this repository, or renew the token.',
  ],
  repository_moved: [
    "The repository URL redirects to another URL, which Longshore doesn't follow.",
    "Use the repository's new URL.",
  ],
  repository_empty: [
    'The repository has no commits yet.',
    'Push a first commit and try again, or check that this is a repository URL.',
  ],
  repository_too_large: [
    'The repository is larger than the limit.',
    'Remove large or generated files from the branch, or store them in Git LFS.',
  ],
  repository_unreadable: [
    "The host didn't send a readable Git repository.",
    'Check it with git fsck, and that its objects have SHA-1 IDs.',
  ],
  branch_not_found: ["The repository doesn't have this branch.", 'Choose one of its branches.'],
  commit_not_found: [
    "The repository doesn't have this commit, or its host doesn't serve single commits.",
    'Push the commit, or use the branch that contains it.',
  ],
  root_directory_not_found: [
    "The repository doesn't have this directory.",
    'Enter the directory relative to the repository root.',
  ],
  source_timeout: [
    'Fetching the repository took too long.',
    'Try again. If this keeps happening, the host is slow or the repository is very large.',
  ],
  source_busy: ['Too many repositories are being analyzed right now.', 'Try again in a minute.'],
  analysis_timeout: [
    'The analysis took too long and was stopped.',
    "Set the root directory to the app's directory, or add a longshore.yaml.",
  ],
  analysis_out_of_memory: [
    "The analysis needed more memory than it's allowed to use.",
    "Set the root directory to the app's directory, or add a longshore.yaml.",
  ],
  analysis_failed: [
    'The analysis ended without a report.',
    'Add a longshore.yaml that describes what to deploy. If the repository is public, please report this with its URL.',
  ],
  sandbox_unavailable: [
    "Longshore couldn't set up the sandbox for analyses.",
    "Ask the operator to check the worker's log. The programs setpriv and prlimit (util-linux) are required.",
  ],
  cancelled: ['Fetching the repository was canceled.', 'Start it again if you still need it.'],
}

export function failure(code: SourceErrorCode, options: { detail?: string; cause?: unknown } = {}): SourceError {
  const [message, hint] = texts[code]
  const whole = options.detail === undefined ? message : `${message.slice(0, -1)}: ${options.detail}.`
  return new SourceError(code, whole, { hint, ...(options.cause === undefined ? {} : { cause: options.cause }) })
}

/** Translates an aborted signal: either our deadline passed or the caller canceled. */
export function abortFailure(signal: AbortSignal, atDeadline: SourceErrorCode = 'source_timeout'): SourceError {
  const { reason } = signal
  if (reason instanceof SourceError) return reason
  const isDeadline = reason instanceof DOMException && reason.name === 'TimeoutError'
  return failure(isDeadline ? atDeadline : 'cancelled', { cause: reason })
}
