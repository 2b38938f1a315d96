import type { Backup } from '@longshore/sdk'
import { ChevronLeft, ChevronRight, CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Day, type DayRuns, dayOf, monthAfter, runsByDay, weeksOf } from './month-grid.ts'

const { calendar: words } = text.backups
const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function BackupCalendar({ backups, timeZone }: { backups: readonly Backup[]; timeZone: string }) {
  const today = dayOf(new Date().toISOString(), timeZone)
  const [shift, setShift] = useState(0)
  const shown = monthAfter({ year: Number(today.slice(0, 4)), month: Number(today.slice(5, 7)) - 1 }, shift)
  const runs = runsByDay(backups, timeZone)
  const name = monthName.format(new Date(Date.UTC(shown.year, shown.month, 1)))
  return (
    <Card
      title={words.title}
      actions={
        <>
          <IconButton
            label={words.previous}
            icon={<ChevronLeft aria-hidden size={17} />}
            onClick={() => setShift(shift - 1)}
          />
          <span aria-live="polite" className="min-w-32 text-center text-sm font-medium">
            {name}
          </span>
          <IconButton
            label={words.next}
            icon={<ChevronRight aria-hidden size={17} />}
            disabled={shift >= 0}
            onClick={() => setShift(shift + 1)}
          />
        </>
      }
    >
      <table className="w-full table-fixed text-center text-xs">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr>
            {words.days.map((day) => (
              <th key={day} scope="col" className="pb-1 font-medium text-ink-soft">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(shown).map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: weeks never move
            <tr key={index}>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do their days
                <td key={weekday} className="p-0.5">
                  {day !== null && <DayCell day={day} runs={runs.get(day.date)} isToday={day.date === today} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend />
    </Card>
  )
}

interface DayCellProps {
  day: Day
  runs: DayRuns | undefined
  isToday: boolean
}

function DayCell({ day, runs, isToday }: DayCellProps) {
  const style = dayStyle(runs)
  const words = dayLabel(runs)
  return (
    <div
      title={words}
      className={classNames(
        'flex h-11 flex-col items-center justify-center gap-0.5 rounded-md',
        style.className,
        isToday && 'ring-2 ring-accent ring-inset',
      )}
    >
      <span className="tabular-nums">{day.number}</span>
      {style.icon !== undefined && <style.icon aria-hidden size={12} />}
      <span className="sr-only">{words}</span>
    </div>
  )
}

function dayStyle(runs: DayRuns | undefined) {
  if (runs === undefined) return { className: 'text-ink-faint', icon: undefined }
  if (runs.failed > 0) return { className: 'bg-bad-soft text-bad', icon: CircleX }
  if (runs.proven > 0) return { className: 'bg-good-soft text-good', icon: ShieldCheck }
  return { className: 'bg-good-soft text-good', icon: CircleCheck }
}

function dayLabel(runs: DayRuns | undefined): string {
  if (runs === undefined) return words.none
  const parts = [words.count(runs.succeeded)]
  if (runs.failed > 0) parts.push(words.failedCount(runs.failed))
  return parts.join(', ')
}

function Legend() {
  const entries = [
    { icon: CircleCheck, label: words.legend.good, className: 'text-good' },
    { icon: ShieldCheck, label: words.legend.proven, className: 'text-good' },
    { icon: CircleX, label: words.legend.bad, className: 'text-bad' },
  ]
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {entries.map(({ icon: Icon, label, className }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Icon aria-hidden size={13} className={className} />
          {label}
        </li>
      ))}
    </ul>
  )
}
