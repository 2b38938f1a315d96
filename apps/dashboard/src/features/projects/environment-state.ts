import type { Environment } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import type { Tone } from '../../ui/status.tsx'

const tones: Record<Environment['status'], Tone> = {
  idle: 'idle',
  deploying: 'busy',
  live: 'good',
  degraded: 'warn',
  stopped: 'paused',
  deleting: 'busy',
}

export function environmentState(status: Environment['status']): { tone: Tone; label: string } {
  return { tone: tones[status], label: text.projects.environmentStates[status] }
}
