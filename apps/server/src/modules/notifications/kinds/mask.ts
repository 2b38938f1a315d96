/** How secrets of connectors look to people. */
import { secretMark } from '../../../platform/secrets/secret.ts'

/** The host stays: it says where notices go without letting anybody write there. */
export function maskUrl(url: string): string {
  const origin = URL.parse(url)?.origin
  return origin === undefined ? secretMark : `${origin}/${secretMark}`
}
