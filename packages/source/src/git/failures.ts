/** The texts of every failure, in one place. Nothing in them comes from the other side. */
import { SourceError, type SourceErrorCode } from './source-error.ts'

const texts: Record<SourceErrorCode, [message: string, hint: string]> = {
  url_invalid: [
    'This is not an address that repositories are read from.',
    'Use an https address without user name, query or fragment, for example https://git.example.com/team/shop.git.',
  ],
  ref_invalid: [
    'This is not the name of a branch or the id of a commit.',
    'Give the branch as the Git provider shows it, or the whole id of a commit (40 hexadecimal digits).',
  ],
  address_refused: [
    'The repository’s host has no address that Longshore may reach.',
    'An operator can name the network in OUTBOUND_ALLOW if the host is meant to be reached.',
  ],
  host_unreachable: [
    'The repository’s host does not answer.',
    'Check the host’s name, and that it can be reached from where Longshore runs.',
  ],
  host_failed: ['The repository’s host answered with an error of its own.', 'Try again in a few minutes.'],
  certificate_invalid: [
    'The repository’s host shows a certificate that is not trusted.',
    'Renew the certificate, or let the operator trust the authority that issued it.',
  ],
  repository_not_found: [
    'There is no such repository.',
    'Check the spelling. A private repository needs a Git provider whose token may read it.',
  ],
  repository_access_denied: [
    'The repository is private or does not exist.',
    'Connect a Git provider whose token may read this repository, or renew the token.',
  ],
  repository_moved: [
    'The repository’s address leads to another one, which is not followed.',
    'Use the address to which the repository has moved.',
  ],
  repository_empty: [
    'The repository has no commit yet.',
    'Push a first commit and try again, or check that this is the address of a repository.',
  ],
  repository_too_large: [
    'The repository is larger than the limits allow.',
    'Remove large or generated files from the branch, or keep them in Git LFS.',
  ],
  repository_unreadable: [
    'What the host sent is not a repository that can be read.',
    'Check it with git fsck, and that its objects have SHA-1 ids.',
  ],
  branch_not_found: ['The repository has no such branch.', 'Choose one of its branches.'],
  commit_not_found: [
    'The repository has no such commit, or its host does not hand out single commits.',
    'Push the commit, or give the branch that it is on.',
  ],
  root_directory_not_found: [
    'The repository has no such folder.',
    'Give the folder relative to the repository’s root.',
  ],
  source_timeout: [
    'Reading the repository took too long.',
    'Try again; if it happens again, the host is slow or the repository is very large.',
  ],
  source_busy: ['Too many repositories are being read at the moment.', 'Try again in a minute.'],
  analysis_timeout: [
    'The analysis took too long and was ended.',
    'Set the root directory to the folder of the application, or add a longshore.yaml.',
  ],
  analysis_out_of_memory: [
    'The analysis needed more memory than it may have.',
    'Set the root directory to the folder of the application, or add a longshore.yaml.',
  ],
  analysis_failed: [
    'The analysis ended without a report.',
    'Add a longshore.yaml that says what to deploy, and report this with the repository’s address if it is public.',
  ],
  sandbox_unavailable: [
    'The closed room in which repositories are analysed could not be set up.',
    'An operator finds the reason in the worker’s log; the programs setpriv and prlimit (util-linux) are needed.',
  ],
  cancelled: ['Reading the repository was cancelled.', 'Start it again if it is still wanted.'],
}

export function failure(code: SourceErrorCode, options: { detail?: string; cause?: unknown } = {}): SourceError {
  const [message, hint] = texts[code]
  const whole = options.detail === undefined ? message : `${message.slice(0, -1)}: ${options.detail}.`
  return new SourceError(code, whole, { hint, ...(options.cause === undefined ? {} : { cause: options.cause }) })
}

/** What an aborted signal means: a deadline of ours, or somebody who does not want it any more. */
export function abortFailure(signal: AbortSignal, atDeadline: SourceErrorCode = 'source_timeout'): SourceError {
  const { reason } = signal
  if (reason instanceof SourceError) return reason
  const isDeadline = reason instanceof DOMException && reason.name === 'TimeoutError'
  return failure(isDeadline ? atDeadline : 'cancelled', { cause: reason })
}
