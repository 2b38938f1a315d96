/** The third stage: reads the host keys of the server and compares them with the expected ones. */
import { fingerprintOf, type HostKey } from '../ssh/index.ts'
import { fine, found, type Outcome } from './findings.ts'
import type { Fingerprint, ProbeRequest } from './probe-request.ts'

/** Best first; people compare the first one. */
const preference = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa']

export function sortKeys(keys: readonly HostKey[]): HostKey[] {
  const rank = (key: HostKey) => (preference.indexOf(key.type) + preference.length + 1) % (preference.length + 1)
  return [...keys].sort((a, b) => rank(a) - rank(b))
}

export function toFingerprints(keys: readonly HostKey[]): Fingerprint[] {
  return keys.map((key) => ({ type: key.type, fingerprint: fingerprintOf(key) }))
}

/** The value is the list of keys for the login: only confirmed ones, if there are any. */
export function evaluateHostKeys(
  shown: readonly HostKey[],
  expected: Pick<ProbeRequest, 'pinnedKeys' | 'expectedFingerprint'>,
): { outcome: Outcome; value?: readonly HostKey[] } {
  const [first] = toFingerprints(shown)
  if (first === undefined) return { outcome: found('no_common_algorithm') }
  const { pinnedKeys, expectedFingerprint } = expected
  if (pinnedKeys.length === 0 && expectedFingerprint === undefined)
    return { outcome: found('host_key_unknown', {}, `It shows ${describe(first)}.`), value: shown }
  const confirmed = shown.filter((key) =>
    pinnedKeys.length > 0
      ? pinnedKeys.some((pinned) => pinned.type === key.type && pinned.key === key.key)
      : fingerprintOf(key) === expectedFingerprint,
  )
  const [known] = toFingerprints(confirmed)
  if (known !== undefined) return { outcome: fine(`As expected: ${describe(known)}.`), value: confirmed }
  const wanted = expectedFingerprint ?? toFingerprints(sortKeys(pinnedKeys))[0]?.fingerprint ?? 'another'
  return { outcome: found('host_key_changed', {}, `It shows ${describe(first)}, expected was ${wanted}.`) }
}

function describe({ type, fingerprint }: Fingerprint): string {
  return `${fingerprint} (${type})`
}
