import type { InstanceUrls } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { CopyIcon } from '../../ui/copy.tsx'

const words = text.instance.urls

export function UrlsCard({ urls }: { urls: InstanceUrls }) {
  const { publicUrl, apiUrl, generatedHostnameDomain, corsOrigins } = urls
  return (
    <Card title={words.title}>
      <dl className="flex flex-col gap-3 text-sm">
        <Url name={words.publicUrl} value={publicUrl} />
        <Url name={words.apiUrl} value={apiUrl} />
        <div>
          <dt className="text-xs text-ink-soft">{words.hostnames}</dt>
          <dd className="mt-0.5 break-all">
            {generatedHostnameDomain === null ? words.hostnamesOff : `*.${generatedHostnameDomain}`}
          </dd>
        </div>
        {corsOrigins.length > 0 && (
          <div>
            <dt className="text-xs text-ink-soft">{words.origins}</dt>
            <dd className="mt-0.5 break-all">{corsOrigins.join(', ')}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}

function Url({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">
        <span className="min-w-0 break-all">{value}</span>
        <CopyIcon value={value} label={words.copy(name)} />
      </dd>
    </div>
  )
}
