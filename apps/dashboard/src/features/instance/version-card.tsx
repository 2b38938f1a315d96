import type { InstanceSystem, InstanceUpdates } from '@longshore/sdk'
import { liveState } from '../../api/live-updates.ts'
import { useStore } from '../../api/store.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Status, type Tone } from '../../ui/status.tsx'

const words = text.instance.state
const tones: Record<InstanceUpdates['status'], Tone> = {
  ...{ up_to_date: 'good', available: 'info', unknown: 'warn', off: 'idle' },
}

export function VersionCard({ system }: { system: InstanceSystem }) {
  const { version, workerVersion, updates, signUpMode } = system
  const connection = useConnection()
  return (
    <Card title={words.title}>
      <Facts
        facts={[
          { name: words.version, value: version },
          ...(workerVersion === version ? [] : [{ name: words.worker, value: workerVersion }]),
          { name: words.updates, value: <Updates updates={updates} /> },
          { name: words.signUp, value: words.signUpModes[signUpMode] },
          connection,
          { name: words.operator, value: words.isOperator },
        ]}
      />
      {updates.status === 'off' && <p className="mt-3 text-sm text-ink-soft">{words.updatesOff}</p>}
    </Card>
  )
}

/** People who aren't operators see only the version. */
export function MemberVersion({ version }: { version: string }) {
  const connection = useConnection()
  return (
    <Card title={words.title}>
      <Facts facts={[{ name: words.version, value: version }, connection]} />
    </Card>
  )
}

function Updates({ updates: { status, latestVersion, url } }: { updates: InstanceUpdates }) {
  const label = status === 'available' ? words.available(latestVersion ?? '') : words.updateStates[status]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Status tone={tones[status]}>{label}</Status>
      {status === 'available' && url !== null && (
        <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
          {words.notes}
        </a>
      )}
    </span>
  )
}

function useConnection(): Fact {
  const isLive = useStore(liveState) === 'open'
  const value = <Status tone={isLive ? 'good' : 'warn'}>{isLive ? words.connected : words.lost}</Status>
  return { name: words.connection, value }
}
