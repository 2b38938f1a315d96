import type { StreamState } from '../../api/streams.ts'
import type { Tone } from '../../ui/status.tsx'

/** Tones for the states of a stream. */
export const streamTones: Record<StreamState, Tone> = {
  connecting: 'busy',
  open: 'good',
  waiting: 'warn',
  ended: 'idle',
  failed: 'bad',
}
