/** The system's Chromium. */
import { type Browser, chromium } from 'playwright-core'

const flags = [
  '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run',
] // biome-ignore format: a list

export async function startBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags })
}
