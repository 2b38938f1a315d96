/** All deployments of an environment, newest first. */
import type { Deployment } from '@longshore/sdk'
import { listDeployments } from '@longshore/sdk/operations'
import { Rocket } from 'lucide-react'
import { useId, useState } from 'react'
import { useList } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { DeploymentTable } from './deployment-table.tsx'

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
  )
}

/** Those that were seen here, also while only one of them is shown. */
function useKnownBranches(items: readonly Deployment[], own: string | null): string[] {
  const [known, setKnown] = useState<readonly string[]>([])
  const seen = [...known, ...items.map(({ branch }) => branch), own].filter((branch) => branch !== null)
  const all = [...new Set(seen)].sort()
  if (all.length > known.length) setKnown(all)
  return all
}

export function Select(props: {
  label: string
  value: string
  onChange(value: string): void
  choices: readonly (readonly [value: string, label: string])[]
}) {
  const { label, value, onChange, choices } = props
  const id = useId()
  return (
    <span className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-9 max-w-48 rounded-md border border-line-strong bg-surface px-2 text-sm"
      >
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}
