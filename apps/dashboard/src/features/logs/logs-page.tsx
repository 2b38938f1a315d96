/** Container logs, live and past, with markers for deployments. */
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { RuntimeLogView } from './runtime-log-view.tsx'

const ranges = { all: null, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
type Range = keyof typeof ranges

export function LogsPage() {
  const environment = useEnvironment()
  const [service, setService] = useState('')
  const [range, setRange] = useState<Range>('all')
  const [kept, setKept] = useState('')
  const words = text.logs
  useTabTitle(words.title)
  const since = useMemo(() => {
    const length = ranges[range]
    return length === null ? undefined : new Date(Date.now() - length).toISOString()
  }, [range])
  if (environment.liveDeploymentId === null && environment.status === 'idle')
    return (
      <Card>
        <EmptyState icon={ScrollText} title={words.notDeployed.title} note={words.notDeployed.note} />
      </Card>
    )
  const filter = {
    id: environment.id,
    ...(service === '' ? {} : { service }),
    ...(since === undefined ? {} : { since }),
    ...(kept === '' ? {} : { q: kept }),
  }
  const rangeChoices: [Range, string][] = [
    ['all', words.sinceChoices.all],
    ['hour', words.sinceChoices.hour],
    ['day', words.sinceChoices.day],
    ['week', words.sinceChoices.week],
  ]
  return (
    <RuntimeLogView
      key={JSON.stringify(filter)}
      filter={filter}
      emptySince={environment.createdAt}
      onSearchKept={setKept}
      tools={
        <>
          <Select
            label={words.service}
            value={service}
            onChange={setService}
            choices={[['', words.allServices], ...environment.services.map(({ name }) => [name, name] as const)]}
          />
          <Select
            label={words.since}
            value={range}
            onChange={(value) => setRange(rangeChoices.find(([each]) => each === value)?.[0] ?? 'all')}
            choices={rangeChoices}
          />
        </>
      }
    />
  )
}
