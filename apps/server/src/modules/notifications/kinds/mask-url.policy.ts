/** Redaction of connector secrets. */
import { secretMark } from '../../../platform/secrets/secret-mark.policy.ts'

/** Keeps the host: it shows where notices go without letting anyone write there. */
export function maskUrl(url: string): string {
  const origin = URL.parse(url)?.origin
  return origin === undefined ? secretMark : `${origin}/${secretMark}`
}
