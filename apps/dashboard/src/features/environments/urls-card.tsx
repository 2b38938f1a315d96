import type { Environment } from '@longshore/sdk'
import { getServer } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Status } from '../../ui/status.tsx'
import { certificateLabel } from './certificate-label.ts'

export function UrlsCard({ environment }: { environment: Environment }) {
  const words = text.overview
  return (
    <Card
      title={words.addresses}
      actions={
        <Link to={paths.environmentDomains(environment.id)} className={buttonClass('quiet')}>
          {words.addDomain}
        </Link>
      }
    >
      {environment.domains.length === 0 && <p className="text-sm text-ink-soft">{words.noAddress}</p>}
      <ul className="flex flex-col gap-3">
        {environment.domains.map((domain) => (
          <UrlItem key={domain.hostname} domain={domain} />
        ))}
      </ul>
      <div className="mt-4 border-t border-line pt-3">
        <Origin environment={environment} />
      </div>
    </Card>
  )
}

function UrlItem({ domain }: { domain: Environment['domains'][number] }) {
  const words = text.overview
  const certificate = certificateLabel(domain, Date.now())
  return (
    <li className="min-w-0 text-sm">
      <a
        href={domain.url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-sm font-medium text-accent hover:underline"
      >
        <span className="break-all">{domain.hostname}</span>
        <ExternalLink aria-hidden size={14} className="shrink-0" />
      </a>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
        {certificate !== null && <Status tone={certificate.tone}>{certificate.label}</Status>}
        <span>{words.opensService(domain.service)}</span>
        {domain.origin === 'automatic' && <span>{words.automatic}</span>}
      </p>
    </li>
  )
}

function Origin({ environment }: { environment: Environment }) {
  const { serverId, branch, autoDeploy } = environment
  const server = useRead(getServer, { id: serverId ?? '' }, { enabled: serverId !== null })
  const words = text.overview
  const serverLink =
    serverId === null ? (
      <Link to={paths.environmentSettings(environment.id)} className="text-accent underline">
        {words.chooseServer}
      </Link>
    ) : (
      <Link to={paths.server(serverId)} className="text-accent hover:underline">
        {server.data?.name ?? words.server}
      </Link>
    )
  return (
    <Facts
      facts={[
        { name: words.server, value: serverLink },
        { name: words.branch, value: branch ?? text.common.none },
        { name: words.autoDeploy, value: autoDeploy.enabled ? text.common.yes : text.common.no },
      ]}
    />
  )
}
