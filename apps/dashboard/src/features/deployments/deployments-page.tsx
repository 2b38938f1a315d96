/** All deployments of an environment, newest first. */
import type { Deployment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Select } from '../../ui/select.tsx'
import { DeploymentTable } from '../environments/deployment-table.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { ScheduledCard } from '../environments/scheduled-card.tsx'

type Status = Deployment['status']
const statuses: readonly Status[] = ['live', 'failed', 'retired', 'cancelled', 'superseded', 'queued', 'building']

export function DeploymentsPage() {
  const environment = useEnvironment()
  const [status, setStatus] = useState<Status | ''>('')
  const [branch, setBranch] = useState('')
  const words = text.deployments
  useTabTitle(words.title)
  const filter = { ...(status === '' ? {} : { status }), ...(branch === '' ? {} : { branch }) }
  const list = useList(listDeployments, { id: environment.id, limit: 50, ...filter })
  const branches = useKnownBranches(list.items, environment.branch)
  const isFiltered = status !== '' || branch !== ''
  const empty = isFiltered ? (
    <EmptyState icon={Rocket} title={words.emptyFilterTitle} note={words.emptyFilterNote} />
  ) : (
    <EmptyState icon={Rocket} title={words.emptyTitle} note={words.emptyNote} />
  )
  return (
    <>
      <ScheduledCard environment={environment} />
      <Card
        isFlush
        title={words.title}
        actions={
          <>
            <Select
              label={words.filterStatus}
              value={status}
              onChange={(value) => setStatus(statuses.find((each) => each === value) ?? '')}
              choices={[['', words.anyStatus], ...statuses.map((each) => [each, words.status[each]] as const)]}
            />
            <Select
              label={words.filterBranch}
              value={branch}
              onChange={setBranch}
              choices={[['', words.anyBranch], ...branches.map((each) => [each, each] as const)]}
            />
          </>
        }
      >
        <ListView list={list} empty={empty}>
          {(items) => <DeploymentTable deployments={items} />}
        </ListView>
      </Card>
    </>
  )
}

/** Branches seen so far, also while the list shows only one of them. */
function useKnownBranches(items: readonly Deployment[], own: string | null): string[] {
  const [known, setKnown] = useState<readonly string[]>([])
  const seen = [...known, ...items.map(({ branch }) => branch), own].filter((branch) => branch !== null)
  const all = [...new Set(seen)].sort()
  if (all.length > known.length) setKnown(all)
  return all
}
