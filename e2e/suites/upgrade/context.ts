/** The installation that all parts of the suite use, and its deployments. */
import type { Deployment } from '@longshore/sdk'
import type { SavedImage } from '../../fixtures/saved-image.ts'
import { eventually } from '../../support/eventually.ts'
import type { Report } from '../../support/report.ts'
import type { ResponseView } from '../../support/response-view.ts'
import type { Machine } from './machine.ts'

export type Call = <Body = ResponseView>(method: string, path: string, body?: Record<string, unknown>) => Promise<Body>

export interface Scenario {
  readonly machine: Machine
  readonly report: Report
  readonly images: Readonly<Record<'earlier' | 'current', SavedImage>>
  readonly token: string
  readonly call: Call
  /** Path of the app's deployments. */
  readonly deployments: string
  readonly hostname: string
}

export async function deploy({ call, deployments }: Pick<Scenario, 'call' | 'deployments'>): Promise<Deployment> {
  return await waitForEnd(call, deployments, (await call('POST', deployments, {})).id)
}

export async function waitForEnd(call: Call, deployments: string, id: string): Promise<Deployment> {
  return await eventually('the deployment ends', () => call<Deployment>('GET', `${deployments}/${id}`), {
    holds: ({ finishedAt }) => finishedAt !== null,
    withinMs: 300_000,
    everyMs: 300,
    retriesErrors: true,
  })
}
