import type { Domain } from '@longshore/sdk'
import { listDomains, listProjects, registerDomain } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { Globe, Plus } from 'lucide-react'
import { useState } from 'react'
import { useList, useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Page } from '../../ui/page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { AddDomain } from './add-domain.tsx'
import { DomainMenu } from './domain-menu.tsx'
import { CertificateStatus, DomainStatus } from './domain-status.tsx'

export function DomainsPage() {
  const domains = text.domains
  const list = useList(listDomains, {})
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Allowed to={registerDomain} hasReason>
      <Button kind="primary" icon={<Plus aria-hidden size={16} />} onClick={() => setAdding(true)}>
        {domains.add}
      </Button>
    </Allowed>
  )
  return (
    <Page title={domains.title} note={domains.note} actions={list.isEmpty ? undefined : add}>
      <Card isFlush>
        <ListView
          list={list}
          empty={
            <EmptyState icon={Globe} title={domains.empty.title} note={domains.empty.note}>
              {add}
            </EmptyState>
          }
        >
          {(items) => <Table label={domains.title} rows={items} columns={columns} keyOf={({ id }) => id} />}
        </ListView>
      </Card>
      <AddDomain isOpen={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

const { columns: titles, notAttached, open } = text.domains
const columns: readonly Column<Domain>[] = [
  {
    title: titles.hostname,
    cell: ({ id, unicodeHostname, error }) => (
      <div className="max-w-md min-w-36">
        <Link to={paths.domain(id)} className="font-medium break-all hover:underline">
          {unicodeHostname}
        </Link>
        {error !== null && (
          <p className="mt-0.5 truncate text-xs text-ink-soft" title={error.detail}>
            {error.title}
          </p>
        )}
      </div>
    ),
  },
  { title: titles.state, cell: ({ status }) => <DomainStatus status={status} /> },
  {
    title: titles.certificate,
    isMinor: true,
    cell: ({ certificate }) => <CertificateStatus certificate={certificate} />,
  },
  {
    title: titles.environment,
    isMinor: true,
    cell: ({ environmentId }) =>
      environmentId === null ? (
        <span className="text-ink-soft">{notAttached}</span>
      ) : (
        <EnvironmentLink id={environmentId} />
      ),
  },
  {
    title: titles.checked,
    isMinor: true,
    cell: ({ lastCheckedAt }) => (lastCheckedAt === null ? text.common.never : <RelativeTime at={lastCheckedAt} />),
  },
  {
    title: text.common.actions,
    isTitleHidden: true,
    className: 'w-12 py-1!',
    cell: (domain) => <DomainMenu domain={domain} />,
  },
]

/** Without its name, such as beyond the first hundred projects, the link says what it does. */
function EnvironmentLink({ id }: { id: string }) {
  const projects = useRead(listProjects, { limit: 100 })
  const names = (projects.data?.items ?? []).flatMap(({ name, environments }) =>
    environments.filter((environment) => environment.id === id).map((environment) => `${name} · ${environment.name}`),
  )
  return (
    <Link to={paths.environmentDomains(id)} className="underline">
      {names[0] ?? open}
    </Link>
  )
}
