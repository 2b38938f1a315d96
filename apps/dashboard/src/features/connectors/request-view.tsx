/** An outgoing request with masked secrets. */
import type { SentRequest } from '@longshore/sdk'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { formatBody } from './format-body.ts'

export function RequestView({ request }: { request: SentRequest }) {
  const { preview } = text.connectors
  const headers = Object.entries(request.headers)
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="font-mono text-[0.85rem] break-all">
        <span className="font-semibold">{request.method}</span> {request.url}
      </p>
      {headers.length > 0 && (
        <details>
          <summary className="cursor-pointer text-ink-soft">{preview.headers}</summary>
          <dl className="mt-1 font-mono text-[0.8rem]">
            {headers.map(([name, value]) => (
              <div key={name} className="break-all">
                <dt className="inline text-ink-soft">{`${name}: `}</dt>
                <dd className="inline">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <CodeBlock label={preview.body}>{formatBody(request.body)}</CodeBlock>
    </div>
  )
}
