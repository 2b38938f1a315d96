/** Shows what a recovery of the environment would take and cost, its drills, and the recovery itself. */
import type { Recovery } from '@longshore/sdk'
import { changeRecoverySettings, getRecovery, recoverEnvironment, startDrill } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDuration } from '../../ui/format.ts'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Select } from '../../ui/select.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ServerName } from '../environments/server-name.tsx'
import { useServerName } from '../environments/use-server-name.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { RecoveryTargets } from './recovery-targets.tsx'

const words = text.recovery
const intervals = ['day', 'week', 'month'] as const
type Interval = (typeof intervals)[number]
type DrillStatus = NonNullable<Recovery['lastDrill']>['status']
const tones: Record<DrillStatus, Tone> = {
  queued: 'busy',
  running: 'busy',
  passed: 'good',
  failed: 'bad',
  cancelled: 'warn',
}

export function RecoveryCard({ id }: { id: string }) {
  const recovery = useRead(getRecovery, { id })
  return (
    <Card title={words.title} note={words.note}>
      <QueryView query={recovery}>{(data) => <RecoveryView id={id} recovery={data} />}</QueryView>
    </Card>
  )
}

function RecoveryView({ id, recovery }: { id: string; recovery: Recovery }) {
  const [isAsking, setAsking] = useState(false)
  const drill = useAction(startDrill, { refreshes: [getRecovery], onDone: () => toast(words.drillStarted) })
  const { serverId, lastDrill, obstacles } = recovery
  if (serverId === null) return <p className="text-sm text-ink-soft">{words.notDeployed}</p>
  const isDrilling = lastDrill !== null && lastDrill.finishedAt === null
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Prediction recovery={recovery} serverId={serverId} />
      {obstacles.length > 0 && (
        <div>
          <p>{words.obstacles}</p>
          <ul className="mt-1 list-disc pl-5 text-ink-soft">
            {obstacles.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <LastDrill recovery={recovery} />
      {recovery.oldData !== null && <OldData id={id} oldData={recovery.oldData} />}
      <ProblemCard error={drill.error} />
      <div className="flex flex-wrap items-center gap-2">
        <DrillInterval id={id} recovery={recovery} />
        <Allowed to={startDrill} hasReason>
          <Button isBusy={drill.isBusy} disabled={isDrilling} onClick={() => void drill.run({ id, body: {} })}>
            {words.runDrill}
          </Button>
        </Allowed>
        <Allowed to={recoverEnvironment} hasReason>
          <Button kind={recovery.isServerLost ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
            {words.recover}
          </Button>
        </Allowed>
      </div>
      <RecoveryTargets id={id} settings={recovery.settings} />
      {isAsking && <RecoverDialog id={id} recovery={recovery} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Prediction({ recovery, serverId }: { recovery: Recovery; serverId: string }) {
  const { recoverySeconds, basis } = recovery.predicted
  const name = useServerName(serverId)
  const back = recoverySeconds === null ? null : formatDuration(recoverySeconds * 1_000)
  return (
    <div>
      <p>{words.sentence(name, back, describeLoss(recovery))}</p>
      {basis === 'estimate' && <p className="mt-1 text-ink-soft">{words.estimated}</p>}
    </div>
  )
}

/** Null seconds mean that some data has no usable backup. */
function describeLoss({ data, predicted: { lossSeconds } }: Recovery): string {
  if (data.length === 0) return words.losses.none
  return lossSeconds === null ? words.losses.unknown : words.losses.atMost(formatDuration(lossSeconds * 1_000))
}

function LastDrill({ recovery: { lastDrill } }: { recovery: Recovery }) {
  if (lastDrill === null) return <p className="text-ink-soft">{words.never}</p>
  const { status, error, finishedAt, createdAt } = lastDrill
  return (
    <div>
      <Status tone={tones[status]}>{words.drilled[status]}</Status>{' '}
      <span className="text-ink-soft">
        <RelativeTime at={finishedAt ?? createdAt} />
      </span>
      {error !== null && (
        <p className="mt-1 text-ink-soft">
          {error.detail} {error.hint}
        </p>
      )}
    </div>
  )
}

function OldData({ id, oldData }: { id: string; oldData: NonNullable<Recovery['oldData']> }) {
  return (
    <p>
      {words.oldData} <ServerName id={oldData.serverId} /> {oldData.fencedAt === null ? words.notFenced : words.fenced}{' '}
      <Link to={paths.backups(id)} className="underline">
        {words.toMoves}
      </Link>
    </p>
  )
}

function DrillInterval({ id, recovery }: { id: string; recovery: Recovery }) {
  const change = useAction(changeRecoverySettings, { refreshes: [getRecovery], onDone: () => toast(words.saved) })
  const save = (value: string) => {
    const drillEvery: Interval | null = intervals.find((each) => each === value) ?? null
    void change.run({ id, body: { drillEvery } })
  }
  return (
    <Allowed to={changeRecoverySettings} hasReason>
      <Select
        label={words.every.label}
        value={recovery.settings.drillEvery ?? ''}
        onChange={save}
        choices={[['', words.every.never], ...intervals.map((each) => [each, words.every[each]] as const)]}
      />
    </Allowed>
  )
}
