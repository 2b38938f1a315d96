/** Container logs, live and past, with markers for deployments. */
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { anchorTime } from './line-anchor.ts'
import { type LogSearchParams, timesOf } from './log-range.ts'
import { RangePicker } from './range-picker.tsx'
import { RuntimeLogView } from './runtime-log-view.tsx'

const route = getRouteApi('/app/environments/$environmentId/logs')

export function LogsPage() {
  const environment = useEnvironment()
  const params = route.useSearch()
  const navigate = route.useNavigate()
  const [kept, setKept] = useState('')
  const words = text.logs
  useTabTitle(words.title)
  const { service = '', line } = params
  const at = line === undefined ? undefined : anchorTime(line)
  // A range that ends now begins where it began when it was chosen.
  const times = useMemo(() => (at === undefined ? timesOf(params, Date.now()) : { until: at }), [at, params])
  if (environment.liveDeploymentId === null && environment.status === 'idle')
    return (
      <Card>
        <EmptyState icon={ScrollText} title={words.notDeployed.title} note={words.notDeployed.note} />
      </Card>
    )
  const change = (next: LogSearchParams) => void navigate({ search: next, replace: true, resetScroll: false })
  const filter = {
    id: environment.id,
    ...(service === '' ? {} : { service }),
    ...times,
    ...(kept === '' ? {} : { q: kept }),
  }
  return (
    <RuntimeLogView
      key={JSON.stringify(filter)}
      filter={filter}
      anchor={at === undefined ? undefined : line}
      onLive={() => change(service === '' ? {} : { service })}
      emptySince={environment.createdAt}
      onSearchKept={setKept}
      tools={
        <>
          <Select
            label={words.service}
            value={service}
            onChange={(next) => change({ ...params, service: next })}
            choices={[['', words.allServices], ...environment.services.map(({ name }) => [name, name] as const)]}
          />
          <RangePicker params={params} onChange={change} />
        </>
      }
    />
  )
}
