import { text } from '../../text/text.ts'
import { Status, type Tone } from '../../ui/status.tsx'
import { awaitsConfirmation, type DataRun } from './run-stages.ts'

const words = text.restores
const tones: Record<DataRun['status'], Tone> = {
  queued: 'idle',
  validating: 'busy',
  snapshotting: 'busy',
  restoring: 'busy',
  verifying: 'busy',
  switching: 'busy',
  succeeded: 'good',
  failed: 'bad',
  reverted: 'paused',
  cancelled: 'paused',
}

export function RunStatus({ run }: { run: DataRun }) {
  if (awaitsConfirmation(run)) return <Status tone="warn">{words.open}</Status>
  if (run.confirmedAt !== null) return <Status tone="good">{words.confirmedState}</Status>
  return <Status tone={tones[run.status]}>{words.status[run.status]}</Status>
}
