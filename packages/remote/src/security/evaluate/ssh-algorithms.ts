/** Evaluates the algorithms that sshd offers. A host key algorithm counts only if there is a key for it. */
import { sshAlgorithms } from '../catalog/ssh-algorithms.ts'
import type { CheckResult } from '../check.ts'
import { type Evidence, linesOf, sectionsOf, textOf, Unreadable, wholeOf } from '../evidence.ts'
import { listText } from '../list-text.ts'
import { decide, type Finding, notApplicable, pass, passIf } from '../result.ts'
import { optionOf, type SshdOptions, sshdOptionsOf } from './sshd-options.ts'

const leastRsaBits = 3072

export function evaluateSshAlgorithms(evidence: Evidence): CheckResult[] {
  return [
    ...sshAlgorithms.map((list) => decide(list.check, () => evaluateList(list, evidence))),
    decide('ssh.rsa_host_key_bits', () => evaluateRsaBits(evidence)),
    decide('ssh.dh_moduli', () => evaluateModuli(evidence)),
  ]
}

function evaluateList({ keyword, allowed }: (typeof sshAlgorithms)[number], evidence: Evidence): Finding {
  const options = sshdOptionsOf(evidence)
  const listed = splitAlgorithms(optionOf(options, keyword))
  const offered = keyword === 'HostKeyAlgorithms' ? listed.filter(hasKeyFor(hostKeysOf(options, evidence))) : listed
  if (offered.length === 0) throw new Unreadable(`none of ${keyword} could be offered`)
  const strong = new Set<string>(allowed)
  const weak = offered.filter((name) => !strong.has(name))
  if (weak.length === 0) return pass(`${offered.length} offered, none weak`, `${keyword} ${listText(offered)}`)
  return passIf(false, `${weak.length} weak of ${offered.length} offered`, `${keyword}: weak ${listText(weak, 12)}`)
}

function splitAlgorithms(value: string): string[] {
  const names = value.split(',')
  const isName = (name: string) => /^[A-Za-z0-9][A-Za-z0-9@.-]{1,63}$/.test(name)
  if (!names.every(isName)) throw new Unreadable('sshd -T gives a list that is not one of algorithms')
  return names
}

interface HostKey {
  path: string
  /** Undefined if its public half couldn't be read. */
  type: string | undefined
  blob: Buffer | undefined
}

function hostKeysOf(options: SshdOptions, evidence: Evidence): HostKey[] {
  const files = sectionsOf(wholeOf(evidence, 'sshPublicKeys').text)
  const paths = options.get('hostkey') ?? []
  if (paths.length === 0) throw new Unreadable('sshd -T names no host key')
  return paths.map((path) => {
    const [type, key] = (files.get(`${path}.pub`) ?? '').split(' ')
    return { path, type: type || undefined, blob: key === undefined ? undefined : Buffer.from(key, 'base64') }
  })
}

function hasKeyFor(keys: readonly HostKey[]) {
  const families = new Set(keys.map(({ type }) => (type === undefined ? 'any' : familyOf(type))))
  return (algorithm: string) => families.has('any') || families.has(familyOf(algorithm))
}

/** `rsa-sha2-512-cert-v01@openssh.com` and `ssh-rsa` use the same key. */
function familyOf(algorithm: string): string {
  const base = algorithm.replace('-cert-v01@openssh.com', '').replace('@openssh.com', '')
  return base.startsWith('rsa-sha2-') ? 'ssh-rsa' : base
}

function evaluateRsaBits(evidence: Evidence): Finding {
  const keys = hostKeysOf(sshdOptionsOf(evidence), evidence)
  const unreadable = keys.find(({ type }) => type === undefined)
  if (unreadable !== undefined) throw new Unreadable(`${unreadable.path}.pub could not be read`)
  const rsa = keys.filter(({ type }) => type === 'ssh-rsa')
  if (rsa.length === 0) return pass('no RSA host key', 'none of the host keys is an RSA key')
  const bits = rsa.map(({ blob }) => rsaBits(blob))
  const least = Math.min(...bits)
  return passIf(least >= leastRsaBits, `${least} bits`, `${rsa[bits.indexOf(least)]?.path}: ${least} bits`)
}

/** The public key has three length-prefixed fields: name, exponent, modulus. */
function rsaBits(blob: Buffer | undefined): number {
  const fields: Buffer[] = []
  for (let at = 0; blob !== undefined && at + 4 <= blob.length && fields.length < 3; ) {
    const length = blob.readUInt32BE(at)
    if (at + 4 + length > blob.length) break
    fields.push(blob.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  const modulus = fields[2]
  if (modulus === undefined || fields[0]?.toString('latin1') !== 'ssh-rsa') {
    throw new Unreadable('the RSA host key could not be parsed')
  }
  const hex = modulus.toString('hex')
  const digits = hex.slice(hex.search(/[1-9a-f]/))
  return digits === '' ? 0 : (digits.length - 1) * 4 + Number.parseInt(digits.slice(0, 1), 16).toString(2).length
}

function evaluateModuli(evidence: Evidence): Finding {
  const kex = splitAlgorithms(optionOf(sshdOptionsOf(evidence), 'KexAlgorithms'))
  if (!kex.some((name) => name.startsWith('diffie-hellman-group-exchange-'))) {
    return notApplicable('no key exchange that uses /etc/ssh/moduli is offered')
  }
  const [line = '', ...others] = linesOf(textOf(evidence, 'dhModuli'))
  const [, all, small] = /^(\d{1,9}) (\d{1,9})$/.exec(line) ?? []
  if (all === undefined || small === undefined || others.length > 0 || Number(all) === 0) {
    throw new Unreadable('/etc/ssh/moduli holds no group')
  }
  return passIf(
    Number(small) === 0,
    `${small} of ${all} too small`,
    `/etc/ssh/moduli: ${small} of ${all} under 3071 bits`,
  )
}
