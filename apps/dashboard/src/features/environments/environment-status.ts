/** Labels and tones for the statuses of environments and deployments. */
import type { Deployment, Environment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Tone } from '../../ui/status.tsx'

export interface StatusLabel {
  tone: Tone
  label: string
}

const environmentTones: Record<Environment['status'], Tone> = {
  idle: 'idle',
  deploying: 'busy',
  live: 'good',
  degraded: 'warn',
  stopped: 'paused',
  deleting: 'busy',
}

export function environmentStatus(status: Environment['status']): StatusLabel {
  return { tone: environmentTones[status], label: text.environments.status[status] }
}

const deploymentTones: Record<Deployment['status'], Tone> = {
  queued: 'idle',
  preparing: 'busy',
  building: 'busy',
  releasing: 'busy',
  checking: 'busy',
  switching: 'busy',
  live: 'good',
  cancelling: 'busy',
  cancelled: 'paused',
  failed: 'bad',
  superseded: 'paused',
  retired: 'idle',
}

/** A failed deployment also names the step: "Failed during build". */
export function deploymentStatus({ status, error }: Pick<Deployment, 'status' | 'error'>): StatusLabel {
  const { status: words, failedAt } = text.deployments
  const step = error?.step
  const label = status === 'failed' && step ? failedAt(step) : words[status]
  return { tone: deploymentTones[status], label }
}

const finished: ReadonlySet<Deployment['status']> = new Set(['live', 'cancelled', 'failed', 'superseded', 'retired'])

export function isFinished({ status }: Pick<Deployment, 'status'>): boolean {
  return finished.has(status)
}
