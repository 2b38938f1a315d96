import type { StreamState } from '../../api/streams.ts'
import type { Tone } from '../../ui/status.tsx'

/** What is followed, as a state. */
export const streamTones: Record<StreamState, Tone> = {
  connecting: 'busy',
  open: 'good',
  waiting: 'warn',
  ended: 'idle',
  failed: 'bad',
}
