/** One service: usage, instances, log, events, variables, and actions. */
import type { Service } from '@longshore/sdk'
import { runCommand } from '@longshore/sdk/operations'
import { getRouteApi } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useState } from 'react'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { UsageCard } from '../environments/usage-card.tsx'
import { RuntimeLogView } from '../logs/runtime-log-view.tsx'
import { DatabaseAccess } from './database-access.tsx'
import { InstancesCard } from './instances-card.tsx'
import { RunCard } from './run-card.tsx'
import { ServiceEventsCard } from './service-events-card.tsx'
import { serviceFacts } from './service-facts.tsx'
import { ServiceHead } from './service-head.tsx'
import { isDatabase } from './service-values.ts'
import { ServiceVariablesCard } from './service-variables-card.tsx'

const route = getRouteApi('/app/environments/$environmentId/services/$serviceId')

export function ServicePage() {
  const { serviceId } = route.useParams()
  const { services } = useEnvironment()
  const service = services.find(({ id }) => id === serviceId)
  useTabTitle(service?.name ?? text.services.title)
  if (service === undefined)
    return (
      <Card>
        <EmptyState icon={Boxes} title={text.servicePage.missing} note={text.servicePage.missingNote} />
      </Card>
    )
  // Another service starts with its own log and charts.
  return <Content key={service.id} service={service} />
}

function Content({ service }: { service: Service }) {
  const environment = useEnvironment()
  const words = text.servicePage
  const isData = isDatabase(service.kind)
  const isRun = environment.liveDeploymentId !== null
  return (
    <>
      <ServiceHead service={service} />
      {isRun && <UsageCard environment={environment} service={service.name} />}
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          {service.kind !== 'cron' && <InstancesCard service={service} />}
          <ServiceEventsCard service={service} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={isData ? words.access : words.configuration}>
            <div className="flex flex-col gap-4">
              <Facts facts={serviceFacts(service)} />
              {isData && <DatabaseAccess service={service} />}
            </div>
          </Card>
          {!isData && <ServiceVariablesCard service={service} />}
        </div>
      </div>
      {isRun && <ServiceLog service={service} />}
      <RunHere service={service} />
    </>
  )
}

function ServiceLog({ service }: { service: Service }) {
  const { id, createdAt } = useEnvironment()
  const [kept, setKept] = useState('')
  const filter = { id, service: service.name, ...(kept === '' ? {} : { q: kept }) }
  return (
    <RuntimeLogView
      key={JSON.stringify(filter)}
      filter={filter}
      emptySince={createdAt}
      onSearchKept={setKept}
      onLive={() => setKept('')}
      tools={null}
    />
  )
}

function RunHere({ service }: { service: Service }) {
  const environment = useEnvironment()
  if (isDatabase(service.kind) || service.kind === 'static') return null
  return (
    <Allowed to={runCommand}>
      <RunCard environment={environment} only={service.name} />
    </Allowed>
  )
}
