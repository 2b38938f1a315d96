/** Backups of an environment: calendar, sizes, verification, restores, and imports. */
import { isProblem } from '@longshore/sdk'
import { getBackupConfig, listBackups } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useList, useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { BackupCalendar } from './backup-calendar.tsx'
import { BackupList } from './backup-list.tsx'
import { BackupSummary } from './backup-summary.tsx'
import { BackupsOff } from './backups-off.tsx'
import { ImportsCard } from './imports-card.tsx'
import { MovesCard } from './moves-card.tsx'
import { RestoresCard } from './restores-card.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { SizeTrend } from './size-trend.tsx'

/** The largest page of the API. The calendar and the sizes show these backups. */
const limit = 100

export function BackupsPage() {
  useTabTitle(text.backups.title)
  const { id } = useEnvironment()
  const plan = useRead(getBackupConfig, { id })
  const backups = useList(listBackups, { id, limit })
  const [isPlanning, setPlanning] = useState(false)
  const isOff = isProblem(plan.error, 'backups_not_configured') && plan.data === undefined
  const timeZone = plan.data?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      {isOff ? (
        <BackupsOff onSetUp={() => setPlanning(true)} />
      ) : (
        <QueryView query={plan}>
          {(found) => <BackupSummary plan={found} backups={backups.items} onEdit={() => setPlanning(true)} />}
        </QueryView>
      )}
      {backups.items.length > 0 && (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <BackupCalendar backups={backups.items} timeZone={timeZone} />
          <SizeTrend backups={backups.items} />
        </div>
      )}
      {!(isOff && backups.isEmpty) && <BackupList list={backups} />}
      <RestoresCard />
      <ImportsCard />
      <MovesCard />
      {isPlanning && <ScheduleDialog plan={plan.data ?? null} onClose={() => setPlanning(false)} />}
    </>
  )
}
