/** How long the organization keeps what is deleted, and the disk space of the trash on each server. */
import type { TrashForecast, TrashSummary } from '@longshore/sdk'
import { getTrashSummary, setTrashRetention } from '@longshore/sdk/operations'
import { TrashSettingsRequest as RetentionSchema } from '@longshore/sdk/schemas'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { useCan } from '../../api/use-can.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { NumberField } from '../../ui/form/fields.tsx'
import { Form, useApiForm } from '../../ui/form/form.tsx'
import { formatBytes } from '../../ui/format.ts'
import { toast } from '../../ui/toasts.tsx'
import { withRecentSignIn } from '../auth/recent-sign-in.tsx'
import { useServerName } from '../environments/use-server-name.ts'
import { forecastDate } from './forecast-date.ts'

const words = text.trash.summary

/** Hidden until the summary is there. Members of single projects can't read it. */
export function TrashSummaryCards() {
  const { data } = useRead(getTrashSummary, {})
  const can = useCan()
  if (data === undefined) return null
  const { retentionDays, forecast } = data
  return (
    <>
      {forecast.length > 0 && (
        <Card title={words.disk} note={words.diskNote}>
          <ul className="flex flex-col gap-1 text-sm">
            {forecast.map((each) => (
              <ServerForecast key={each.serverId} forecast={each} />
            ))}
          </ul>
        </Card>
      )}
      <Card title={words.title} note={words.note}>
        {can(setTrashRetention) ? (
          <RetentionForm key={retentionDays} summary={data} />
        ) : (
          <p className="text-sm">{words.keeps(retentionDays)}</p>
        )}
      </Card>
    </>
  )
}

function ServerForecast({ forecast }: { forecast: TrashForecast }) {
  const { serverId, keptBytes, nextExpiry, nextExpiryBytes } = forecast
  const server = useServerName(serverId) ?? serverId
  const free = words.free(formatBytes(nextExpiryBytes), forecastDate(nextExpiry))
  return (
    <li className="break-words">
      <span className="font-medium">{words.on(formatBytes(keptBytes), server)}</span>
      {nextExpiryBytes > 0 && <span className="text-ink-soft">{`, ${free}`}</span>}
    </li>
  )
}

function RetentionForm({ summary: { retentionDays } }: { summary: TrashSummary }) {
  const save = useAction(setTrashRetention, { refreshes: [getTrashSummary] })
  const form = useApiForm<{ retentionDays: number }>({
    schema: RetentionSchema,
    defaults: { retentionDays },
    async submit(body) {
      const saved = await withRecentSignIn(() => save.must({ body }))
      toast(words.saved(saved.retentionDays))
    },
  })
  return (
    <Form form={form} action={words.action}>
      <NumberField name="retentionDays" label={words.days} help={words.daysHelp} />
    </Form>
  )
}
