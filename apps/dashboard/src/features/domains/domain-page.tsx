import type { Domain } from '@longshore/sdk'
import { getDomain, listDomains, verifyDomain } from '@longshore/sdk/operations'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useAction } from '../../api/actions.ts'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { text } from '../../text/text.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FailureLink } from '../../ui/failure-link.tsx'
import { Note } from '../../ui/note.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { CheckFacts } from './check-facts.tsx'
import { DnsRecords } from './dns-records.tsx'
import { DomainMenu } from './domain-menu.tsx'
import { DomainStatus } from './domain-status.tsx'
import { ResolverAnswers } from './resolver-answers.tsx'

const route = getRouteApi('/app/domains/$domainId')
const crumbs = [{ label: text.domains.title, to: paths.domains() }]

export function DomainPage() {
  const { domainId } = route.useParams()
  const query = useRead(getDomain, { id: domainId })
  if (query.data !== undefined) return <ShownDomain domain={query.data} />
  return (
    <Page title={text.domains.title} crumbs={crumbs}>
      <QueryView query={query}>{() => null}</QueryView>
    </Page>
  )
}

function ShownDomain({ domain }: { domain: Domain }) {
  const domains = text.domains
  const { id, environmentId, status } = domain
  const navigate = useNavigate()
  const verify = useAction(verifyDomain, { refreshes: [getDomain, listDomains] })
  return (
    <Page
      title={domain.unicodeHostname}
      crumbs={crumbs}
      badge={<DomainStatus status={status} />}
      actions={
        <>
          {environmentId !== null && (
            <Link to={paths.environmentDomains(environmentId)} className={buttonClass()}>
              {domains.open}
            </Link>
          )}
          <Allowed to={verifyDomain}>
            <Button
              kind="primary"
              icon={<RefreshCw aria-hidden size={15} />}
              isBusy={verify.isBusy || status === 'verifying'}
              onClick={() => verify.run({ id })}
            >
              {domains.verify}
            </Button>
          </Allowed>
          <DomainMenu domain={domain} onGone={() => void navigate({ to: paths.domains() })} />
        </>
      }
    >
      <ProblemCard error={verify.error} />
      <DomainFault domain={domain} />
      <BehindCdn domain={domain} />
      {environmentId === null && (
        <Note tone="info" title={domains.attachHint.title}>
          {domains.attachHint.note}
        </Note>
      )}
      <DnsRecords domain={domain} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <CertificateCard domain={domain} />
        <CheckFacts domain={domain} />
      </div>
      <ResolverAnswers domain={domain} />
    </Page>
  )
}

function DomainFault({ domain: { error, status } }: { domain: Domain }) {
  if (error === null) return null
  return (
    <Note tone={status === 'failed' ? 'bad' : 'warn'} title={error.title}>
      <p>{error.detail}</p>
      <p className="text-ink-soft">{hintFor(error)}</p>
      <FailureLink code={error.code} />
    </Note>
  )
}

const cdnNames: Readonly<Record<string, string>> = text.domains.cdns

function BehindCdn({ domain: { routing, cdn } }: { domain: Domain }) {
  const { behindCdn } = text.domains
  if (routing !== 'behind_cdn' || cdn === null) return null
  return (
    <Note tone="info" title={behindCdn.title(cdnNames[cdn] ?? cdn)}>
      <p>{cdn === 'cloudflare' ? behindCdn.cloudflare : behindCdn.other}</p>
      {cdn === 'cloudflare' && <p className="text-ink-soft">{behindCdn.flexible}</p>}
    </Note>
  )
}
