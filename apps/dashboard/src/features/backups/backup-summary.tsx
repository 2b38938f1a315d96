/** The backup schedule, and whether its backups are verified. */
import type { Backup, BackupConfig } from '@longshore/sdk'
import { getBackupConfig, triggerBackup, updateBackupConfig } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Pause, Pencil, Play, ShieldCheck, ShieldQuestion } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Status } from '../../ui/status.tsx'
import { BackUpNow } from './back-up-now.tsx'
import { describeSchedule } from './describe-schedule.ts'

const words = text.backups

export interface BackupSummaryProps {
  plan: BackupConfig
  backups: readonly Backup[]
  onEdit(): void
}

export function BackupSummary({ plan, backups, onEdit }: BackupSummaryProps) {
  const { environmentId: id, enabled } = plan
  const update = useAction(updateBackupConfig, { refreshes: [getBackupConfig] })
  // Backups in another storage location say nothing about this one.
  const here = backups.filter(({ destination }) => destination?.id === plan.destination.id)
  return (
    <Card
      title={words.plan.title}
      actions={
        <>
          <BackUpNow />
          <Allowed to={updateBackupConfig}>
            <Button icon={<Pencil aria-hidden size={15} />} onClick={onEdit}>
              {words.plan.edit}
            </Button>
          </Allowed>
          <ActionMenu
            actions={[
              {
                label: words.now,
                call: {
                  operation: triggerBackup,
                  parameters: { id, body: {} },
                  cli: `longshore backup now --env ${id}`,
                },
              },
              {
                label: enabled ? words.plan.pause : words.plan.resume,
                icon: enabled ? <Pause aria-hidden size={15} /> : <Play aria-hidden size={15} />,
                onSelect: () => void update.run({ id, body: { enabled: !enabled } }),
                call: { operation: updateBackupConfig, parameters: { id, body: { enabled: !enabled } } },
              },
            ]}
          />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!enabled && (
          <Note tone="warn" title={words.paused}>
            {words.plan.isPaused}
          </Note>
        )}
        {plan.destination.type === 'controlPlane' && <SameMachine />}
        {!here.some(isSucceeded) && backups.some(isSucceeded) && (
          <Note tone="warn" title={words.elsewhere(plan.destination.name)}>
            {words.elsewhereNote}
          </Note>
        )}
        <VerifiedBadge backups={here} />
        <ScheduleFacts plan={plan} backups={here} />
      </div>
    </Card>
  )
}

function isSucceeded({ status }: Backup): boolean {
  return status === 'succeeded'
}

function SameMachine() {
  const { title, note, add } = words.sameMachine
  const link = (
    <Link to={paths.backupStores()} className={buttonClass()}>
      {add}
    </Link>
  )
  return (
    <Note tone="warn" title={title} actions={link}>
      {note}
    </Note>
  )
}

function VerifiedBadge({ backups }: { backups: readonly Backup[] }) {
  const newest = backups.map(({ restoreTestedAt }) => restoreTestedAt).filter((at) => at !== null)
  const restoreTestedAt = newest.sort().at(-1)
  if (!backups.some(isSucceeded)) return null
  if (restoreTestedAt === undefined)
    return (
      <p className="flex items-start gap-2.5 text-sm text-ink-soft">
        <ShieldQuestion aria-hidden size={20} className="shrink-0" />
        <span>
          <span className="block font-medium text-ink">{words.neverProven}</span>
          {words.neverProvenNote}
        </span>
      </p>
    )
  return (
    <p className="flex items-center gap-2.5 self-start rounded-lg bg-good-soft px-3 py-2 text-sm font-medium text-good">
      <ShieldCheck aria-hidden size={20} className="shrink-0" />
      {words.provenOn(new Date(restoreTestedAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }))}
    </p>
  )
}

function ScheduleFacts({ plan, backups }: { plan: BackupConfig; backups: readonly Backup[] }) {
  const { retention, destination, nextRunAt } = plan
  const last = backups.find(isSucceeded)
  const { keepLast, keepDaily, keepWeekly, keepMonthly } = retention
  return (
    <Facts
      facts={[
        { name: words.plan.schedule, value: words.cron.inZone(describeSchedule(plan.schedule), plan.timezone) },
        { name: words.nextRun, value: nextRunAt === null ? words.paused : <RelativeTime at={nextRunAt} /> },
        {
          name: words.lastSuccess,
          value: last === undefined ? text.common.never : <RelativeTime at={last.finishedAt ?? last.createdAt} />,
        },
        {
          name: words.plan.store,
          value: (
            <span className="flex flex-wrap items-center gap-2">
              {destination.name}
              {destination.status === 'failing' && (
                <Status tone="bad">{text.backupStores.status[destination.status]}</Status>
              )}
            </span>
          ),
        },
        { name: words.plan.proof, value: words.plan.proofs[plan.restoreTests] },
        { name: words.plan.retention, value: words.plan.keeps(keepLast, keepDaily, keepWeekly, keepMonthly) },
      ]}
    />
  )
}
