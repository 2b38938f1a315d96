/**
 * Maps git's error output to a code. Pure. Lines that the server made git print start with `remote:` and are ignored.
 */
import { type FailureSigns, findSign } from '@longshore/process/failure-signs'
import type { SourceErrorCode } from './source-error.ts'

const signs: FailureSigns<SourceErrorCode> = [
  [/Authentication failed for|could not read (?:Username|Password)|unable to read askpass/, 'repository_access_denied'],
  [/requested URL returned error: 40[13]/, 'repository_access_denied'],
  [/^fatal: repository '[^\n]*' not found|requested URL returned error: 4(?:04|10)/, 'repository_not_found'],
  [/requested URL returned error: 3\d\d|unable to update url base from redirection/, 'repository_moved'],
  [/requested URL returned error: (?:408|429|5\d\d)/, 'host_failed'],
  [/[Cc]ouldn't find remote ref|no matching remote head/, 'branch_not_found'],
  [/not our ref|unadvertised object|no such remote ref/, 'commit_not_found'],
  [/SSL certificate|certificate verif|certificate has expired|SSL: no alternative/i, 'certificate_invalid'],
  [/Operation too slow|Connection timed out|Operation timed out|Timeout was reached/, 'source_timeout'],
  [/[Oo]ut of memory|memory exhausted|malloc failed|File too large|exceeds (?:maximum|max) /, 'repository_too_large'],
  [/Could not resolve host|Failed to connect|Couldn't connect|Connection refused|Empty reply/, 'host_unreachable'],
  [
    /Recv failure|Send failure|SSL_ERROR|gnutls_handshake|OpenSSL|TLS connect|Network is unreachable/,
    'host_unreachable',
  ],
]

/** After this text, git repeats what the server sent, including line ends. */
const remoteErrorPrefix = 'fatal: remote error: '

export function readFailure(stderr: string, askedFor: 'branch' | 'commit' | 'refs'): SourceErrorCode {
  const [ours = '', theirs = ''] = stderr.split(remoteErrorPrefix, 2)
  const text = ours
    .split('\n')
    .filter((line) => /^(?:fatal|error): /.test(line))
    .join('\n')
  const isUnknown = /^upload-pack: not our ref |^[^\n]{0,100}unadvertised object/.test(theirs)
  const code = isUnknown ? 'commit_not_found' : findSign(signs, text)
  // A server that doesn't have a commit reports the same error as for a branch that was deleted in the meantime.
  if (code === 'branch_not_found' && askedFor === 'commit') return 'commit_not_found'
  if (code === 'commit_not_found' && askedFor === 'branch') return 'branch_not_found'
  return code ?? 'repository_unreadable'
}
