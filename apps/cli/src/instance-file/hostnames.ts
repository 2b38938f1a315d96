/** One form for each hostname. */
import { domainToASCII } from 'node:url'

/** The ASCII form, as the API returns it. */
export function toHostname(text: string): string {
  return domainToASCII(text) || text.toLowerCase()
}
