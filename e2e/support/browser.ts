/** The system's Chromium. */
import { type Browser, chromium } from 'playwright-core'

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
] // biome-ignore format: a list

/**
 * `hosts`: names that it finds at other addresses than DNS says, with their ports. `trustedKeys`: public keys of a test's own
 * certificate authority, as the base64 of their SHA-256 digest. The back/forward cache is on, as people have it; Playwright turns it off.
 */
export async function startBrowser(
  hosts: Readonly<Record<string, string>> = {},
  { trustedKeys = [] }: { trustedKeys?: readonly string[] } = {},
): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, at]) => `MAP ${name} ${at}`)
  return await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      ...flags,
      ...(rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(',')}`]),
      ...(trustedKeys.length === 0 ? [] : [`--ignore-certificate-errors-spki-list=${trustedKeys.join(',')}`]),
    ],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}
