/** Sign-in in the browser (RFC 8628): shows a code, opens the dashboard, and waits for the decision. */
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, ConnectionError, createClient, isProblem, type PolledDeviceSignIn } from '@longshore/sdk'
import { pollDeviceSignIn, startDeviceSignIn } from '@longshore/sdk/operations'
import type { Context } from '../context.ts'
import { CliError } from '../exit-codes.ts'
import { openBrowser } from '../terminal/open-browser.ts'

export type DeviceCredential = NonNullable<PolledDeviceSignIn['credential']>

const maxNameLength = 100

export async function signInByDevice(context: Context, url: string, canOpen: boolean): Promise<DeviceCredential> {
  const client = createClient({ baseUrl: url })
  const clientName = `Longshore CLI on ${hostname()}`.slice(0, maxNameLength)
  const started = await client.call(startDeviceSignIn, { body: { clientName } }).catch((error: unknown) => {
    if (!isProblem(error, 'not_found')) throw error
    throw new CliError('refused', "This instance can't sign in with the browser.", 'Use --email, or --token-stdin.')
  })
  const page = started.verificationUrlComplete
  requireSameInstance(url, page)
  context.output.warn(['Your code: ', { text: started.userCode, style: 'bold' }])
  context.output.warn(`Approve it in the browser: ${page}`)
  if (canOpen) openBrowser(context.environment, page)
  return await waitForDecision(client, started)
}

/**
 * A hostile instance could pass on the page and code of another one, and would get the token that the person approves there. Also,
 * other schemes than HTTP could start a program.
 */
export function requireSameInstance(url: string, page: string): void {
  const origin = URL.canParse(page) ? new URL(page).origin : 'an unreadable page'
  if (/^https?:/.test(page) && origin === new URL(url).origin) return
  throw new CliError(
    'refused',
    `${url} sends you to ${origin} to sign in.`,
    `If that is your instance, use its URL: longshore login ${origin}. Otherwise, don't approve anything.`,
  )
}

async function waitForDecision(
  client: Client,
  { deviceCode, intervalSeconds, expiresAt }: { deviceCode: string; intervalSeconds: number; expiresAt: string },
): Promise<DeviceCredential> {
  let waitSeconds = intervalSeconds
  for (;;) {
    await delay(waitSeconds * 1_000)
    const polled = await pollOnce(client, deviceCode, Date.parse(expiresAt))
    if (polled === undefined) continue
    waitSeconds = polled.intervalSeconds
    if (polled.credential !== null) return polled.credential
    if (polled.status === 'denied')
      throw new CliError('notSignedIn', 'The sign-in was denied.', 'Start again: longshore login')
    if (polled.status === 'expired')
      throw new CliError('notSignedIn', 'The code has expired.', 'Start again: longshore login')
  }
}

/** Undefined: the instance didn't respond, and there is time to ask again. */
async function pollOnce(
  client: Client,
  deviceCode: string,
  deadlineMs: number,
): Promise<PolledDeviceSignIn | undefined> {
  try {
    return await client.call(pollDeviceSignIn, { body: { deviceCode } })
  } catch (error) {
    const isPassing = error instanceof ConnectionError || (isProblem(error) && error.status >= 500)
    if (isPassing && Date.now() < deadlineMs) return undefined
    throw error
  }
}
