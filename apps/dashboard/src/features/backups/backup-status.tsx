import type { Backup } from '@longshore/sdk'
import { streamBackup } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useStream } from '../../api/streams.ts'
import { text } from '../../text/text.ts'
import { formatBytes } from '../../ui/format.ts'
import { Status, type Tone } from '../../ui/status.tsx'

const words = text.backups
const tones: Record<Backup['status'], Tone> = {
  queued: 'idle',
  preparing: 'busy',
  dumping: 'busy',
  uploading: 'busy',
  verifying: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'paused',
  expired: 'idle',
}

export function isRunning(status: Backup['status']): boolean {
  return tones[status] === 'busy' || status === 'queued'
}

export function BackupStatus({ backup }: { backup: Backup }) {
  const { status } = backup
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Status tone={tones[status]}>{words.status[status]}</Status>
      {isRunning(status) && <BackupProgress backup={backup} />}
    </span>
  )
}

/** The backup's own stream reports its progress. Its status comes with the list. */
function BackupProgress({ backup: { id, environmentId } }: { backup: Backup }) {
  const [bytes, setBytes] = useState(0)
  useStream(
    streamBackup,
    { id: environmentId ?? '', bid: id },
    {
      enabled: environmentId !== null,
      onEvent: (event) => {
        if (event.event === 'progress') setBytes(event.data.uncompressedBytes)
      },
    },
  )
  if (bytes === 0) return null
  return <span className="text-xs text-ink-soft tabular-nums">{words.readSoFar(formatBytes(bytes))}</span>
}

export function VerificationStatus({ backup: { restoreTest, restoreTestedAt } }: { backup: Backup }) {
  if (restoreTestedAt !== null) return <Status tone="good">{words.proven}</Status>
  if (restoreTest?.outcome === 'failed') return <Status tone="bad">{words.proofFailed}</Status>
  return null
}
