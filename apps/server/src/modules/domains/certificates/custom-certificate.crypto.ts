/** Validates a custom certificate completely before it is stored, because browsers are stricter than the proxy. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { AppError } from '../../../platform/errors/app-error.ts'
import { attachedDomainProblems } from '../routing/attached-domains.problems.ts'
import type { CustomCertificate } from '../routing/attached-domains.schemas.ts'

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]{1,32000}-----END CERTIFICATE-----/g
const maxChain = 10
const minRsaBits = 2_048
const curves = ['prime256v1', 'secp384r1', 'secp521r1']

/** Returns the chain as stored, or throws the reason why it can't be used. */
export function checkCustomCertificate(
  { certificate, privateKey }: { certificate: string; privateKey: string },
  { hostname, now }: { hostname: string; now: Date },
): string {
  const chain = readChain(certificate)
  const [leaf] = chain
  if (leaf === undefined) throw new AppError(attachedDomainProblems.certificate_unreadable)
  requireOrder(chain)
  requireTime(chain, now)
  requireStrength(chain)
  if (leaf.checkHost(hostname, { subject: 'never' }) === undefined)
    throw new AppError(
      attachedDomainProblems.certificate_hostname_mismatch,
      `It is for ${namesOf(leaf).slice(0, 10).join(', ') || 'no name at all'}, not for ${hostname}.`,
    )
  if (!leaf.checkPrivateKey(readKey(privateKey))) throw new AppError(attachedDomainProblems.private_key_mismatch)
  // Serialized again, so that comments around the PEM blocks don't go to the proxy.
  return chain.map((each) => each.toString()).join('')
}

export function describeCertificate(chain: string): CustomCertificate | null {
  const [leaf] = readChain(chain)
  if (leaf === undefined) return null
  const { validFromDate: notBefore, validToDate: notAfter } = leaf
  return { names: namesOf(leaf), issuer: nameIn(leaf.issuer), notBefore, notAfter }
}

function readChain(text: string): X509Certificate[] {
  const blocks = text.match(block) ?? []
  if (blocks.length > maxChain)
    throw new AppError(attachedDomainProblems.certificate_unreadable, `A chain has at most ${maxChain}.`)
  try {
    return blocks.map((each) => new X509Certificate(each))
  } catch {
    throw new AppError(attachedDomainProblems.certificate_unreadable)
  }
}

function requireOrder(chain: readonly X509Certificate[]): void {
  chain.forEach((each, index) => {
    const next = chain[index + 1]
    if (next === undefined) return
    if (!each.checkIssued(next) || !each.verify(next.publicKey))
      throw new AppError(
        attachedDomainProblems.certificate_chain_invalid,
        `${nameIn(each.subject)} isn't signed by ${nameIn(next.subject)}, the next one in the chain.`,
      )
  })
  if (chain[0]?.ca === true && chain.length > 1)
    throw new AppError(
      attachedDomainProblems.certificate_chain_invalid,
      'The first certificate belongs to a certificate authority.',
    )
}

function requireTime(chain: readonly X509Certificate[], now: Date): void {
  for (const { subject, validFromDate, validToDate } of chain) {
    if (validFromDate <= now && now < validToDate) continue
    const when =
      now < validFromDate ? `starts at ${validFromDate.toISOString()}` : `expired at ${validToDate.toISOString()}`
    throw new AppError(attachedDomainProblems.certificate_expired, `${nameIn(subject)} ${when}.`)
  }
}

function requireStrength(chain: readonly X509Certificate[]): void {
  for (const { publicKey, subject } of chain)
    if (!isStrong(publicKey))
      throw new AppError(attachedDomainProblems.certificate_key_weak, `Browsers reject the key of ${nameIn(subject)}.`)
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (details?.modulusLength ?? 0) >= minRsaBits
  return asymmetricKeyType === 'ec' && curves.includes(details?.namedCurve ?? '')
}

function readKey(text: string): KeyObject {
  try {
    return createPrivateKey({ key: text, format: 'pem' })
  } catch {
    throw new AppError(attachedDomainProblems.private_key_unreadable)
  }
}

function namesOf(certificate: X509Certificate): string[] {
  return (certificate.subjectAltName ?? '')
    .split(', ')
    .flatMap((each) => (each.startsWith('DNS:') ? [each.slice('DNS:'.length)] : []))
    .slice(0, 100)
}

/** Returns the common name, or the whole subject if there is none. */
function nameIn(subject: string): string {
  const lines = subject.split('\n')
  return (lines.find((line) => line.startsWith('CN='))?.slice('CN='.length) ?? lines.join(', ')).slice(0, 200)
}
