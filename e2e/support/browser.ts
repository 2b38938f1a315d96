/** The system's Chromium. */
import { type Browser, chromium } from 'playwright-core'

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
] // biome-ignore format: a list

/**
 * `hosts`: names that it finds at other addresses than DNS says, with their ports. `keepsPages`: with the back/forward cache that people
 * have, and that Playwright turns off.
 */
export async function startBrowser(
  hosts: Readonly<Record<string, string>> = {},
  { keepsPages = false }: { keepsPages?: boolean } = {},
): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, at]) => `MAP ${name} ${at}`)
  const args = rules.length === 0 ? flags : [...flags, `--host-resolver-rules=${rules.join(',')}`]
  return await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args,
    ...(keepsPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
  })
}
