import type { Environment } from '@longshore/sdk'
import { ExternalLink, GitPullRequest } from 'lucide-react'
import { text } from '../../text/text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { mainDomain } from './main-domain.ts'

export function EnvironmentUrl({ environment }: { environment: Environment }) {
  const { domains, preview } = environment
  const main = mainDomain(environment)
  const { noAddress, noWebService, moreAddresses, previewOf, previewGoes } = text.environments
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {main === undefined ? (
        <span>{environment.liveDeploymentId === null ? noAddress : noWebService}</span>
      ) : (
        <a
          href={main.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded-sm text-accent hover:underline"
        >
          <span className="break-all">{main.hostname}</span>
          <ExternalLink aria-hidden size={14} className="shrink-0" />
        </a>
      )}
      {domains.length > 1 && <span>{moreAddresses(domains.length - 1)}</span>}
      {preview !== null && (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <GitPullRequest aria-hidden size={14} />
          <a href={preview.url} target="_blank" rel="noreferrer" className="text-accent hover:underline">
            {previewOf(preview.number)}
          </a>
          <span>{previewGoes}</span>
          <RelativeTime at={preview.expiresAt} />
        </span>
      )}
    </div>
  )
}
