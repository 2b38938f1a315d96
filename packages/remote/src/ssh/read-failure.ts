/** Maps the error output of ssh to the code of the cause. Pure; the suites test it against the real causes. */
import { type FailureSigns, findSign } from '@longshore/process/failure-signs'
import type { RemoteErrorCode } from './remote-error.ts'

const signs: FailureSigns<RemoteErrorCode> = [
  [
    /REMOTE HOST IDENTIFICATION HAS CHANGED|no matching host key type found|Host key verification failed/,
    'host_key_changed',
  ],
  [/host key is known for|key_verify failed|incorrect signature/, 'host_key_changed'],
  [/no matching (?:key exchange method|cipher|MAC|compression)/, 'no_common_algorithm'],
  [/Permission denied \(|Too many authentication failures|No supported authentication methods/, 'key_refused'],
  [/Could not resolve hostname|Name or service not known/, 'dns_failed'],
  [/Connection refused/, 'connection_refused'],
  [/Network is unreachable|No route to host|Host is down|Address family not supported/, 'host_unreachable'],
  [/timed out/, 'connection_timeout'],
  [/identification string|remote protocol version|Protocol major versions|invalid format/, 'not_ssh'],
  [/banner line|Bad packet length|message authentication code incorrect|Corrupted MAC/, 'not_ssh'],
  [/administratively prohibited/, 'forwarding_forbidden'],
]

export function readFailure(stderr: string): RemoteErrorCode {
  return findSign(signs, stderr) ?? 'connection_lost'
}
