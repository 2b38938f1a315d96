/** Upgrades of the instance. The machine does the work; this shows its progress, also while the API restarts. */
import type { InstanceUpgrade } from '@longshore/sdk'
import { getInstance, getInstanceSystem, getInstanceUpgrade } from '@longshore/sdk/operations'
import { useEffect, useState } from 'react'
import { refresh, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import type { Tone } from '../../ui/status.tsx'
import { StartUpgrade } from './start-upgrade.tsx'

const words = text.instance.upgrade
const busyMs = 1_000
const idleMs = 60_000
const tones: Record<InstanceUpgrade['state'], Tone> = {
  ...{ idle: 'idle', requested: 'busy', running: 'busy', succeeded: 'good', up_to_date: 'good' },
  ...{ returned: 'warn', failed: 'bad' },
}

function isBusy({ state }: Pick<InstanceUpgrade, 'state'>): boolean {
  return state === 'requested' || state === 'running'
}

export function UpgradeCard() {
  const [everyMs, setEveryMs] = useState(idleMs)
  const upgrade = useRead(getInstanceUpgrade, {}, { refetchInterval: everyMs })
  const busy = upgrade.data !== undefined && isBusy(upgrade.data)
  const wasBusy = useWasBusy(busy)
  useEffect(() => setEveryMs(busy ? busyMs : idleMs), [busy])
  return (
    <Card title={words.title} note={words.note}>
      <QueryView query={upgrade}>
        {(found) => (
          <div className="flex flex-col items-start gap-4 text-sm">
            <Result upgrade={found} isDisconnected={busy && upgrade.isError} />
            {wasBusy && !busy && found.state === 'succeeded' && (
              <Button kind="primary" onClick={() => window.location.reload()}>
                {words.reload}
              </Button>
            )}
            {!busy && <Next upgrade={found} />}
          </div>
        )}
      </QueryView>
    </Card>
  )
}

/** Whether an upgrade was seen to run since the page was opened. Other cards are read again when it ends. */
function useWasBusy(busy: boolean): boolean {
  const [wasBusy, setWasBusy] = useState(false)
  useEffect(() => {
    if (busy) setWasBusy(true)
    else if (wasBusy) void refresh(getInstance, getInstanceSystem)
  }, [busy, wasBusy])
  return wasBusy
}

function Result({ upgrade, isDisconnected }: { upgrade: InstanceUpgrade; isDisconnected: boolean }) {
  const { state, step, toVersion, message, startedAt, finishedAt } = upgrade
  if (state === 'idle') return null
  const at = finishedAt ?? startedAt
  return (
    <div className="w-full" aria-live="polite">
      <Notice tone={tones[state]} title={words.states[state](toVersion ?? '')}>
        {step !== null && <p>{words.steps[step]}</p>}
        {isDisconnected && <p>{words.disconnected}</p>}
        {state === 'requested' && <p>{words.requestedNote}</p>}
        {message !== null && state !== 'succeeded' && <p>{message}</p>}
        {at !== null && (
          <p className="text-ink-soft">
            <RelativeTime at={at} />
          </p>
        )}
      </Notice>
    </div>
  )
}

/** The button, or the command for a machine that takes no requests. */
function Next({ upgrade }: { upgrade: InstanceUpgrade }) {
  const { canStart, updates, notes } = upgrade
  if (updates.status === 'up_to_date') return <p>{words.upToDate}</p>
  return (
    <>
      {notes !== null && (
        <div className="w-full">
          <p className="mb-1.5 font-medium">{words.changes(updates.latestVersion ?? '')}</p>
          <CodeBlock isWrapped label={words.changes(updates.latestVersion ?? '')}>
            {notes}
          </CodeBlock>
        </div>
      )}
      {canStart ? (
        <StartUpgrade version={updates.status === 'available' ? updates.latestVersion : null} />
      ) : (
        <div className="w-full">
          <p className="mb-1.5">{words.byHand}</p>
          <CodeBlock>{words.command}</CodeBlock>
        </div>
      )}
    </>
  )
}
