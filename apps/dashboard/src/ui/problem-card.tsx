/** An error with its cause and remedy, from the server. */
import { ConnectionError, isProblem } from '@longshore/sdk'
import { CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { text } from '../text/text.ts'
import { Button } from './button.tsx'
import { FailureLink } from './failure-link.tsx'
import { detailFor, hintFor } from './problem-texts.ts'
import { RemedyLink } from './remedy-link.tsx'

export interface ProblemCardProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** A button for a remedy. */
  children?: ReactNode
}

export function ProblemCard({ error, onRetry, children }: ProblemCardProps) {
  if (error === null || error === undefined) return null
  const { title, detail, hint, link } = words(error)
  const remedy = isProblem(error) && children === undefined ? error.remedy : undefined
  return (
    <div role="alert" className="rounded-lg border border-bad/50 bg-bad-soft p-4 text-sm">
      <div className="flex gap-3">
        <CircleX aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
        <div className="min-w-0 flex-1">
          <p className="font-semibold break-words text-ink">{title}</p>
          <p className="mt-0.5 break-words text-ink">{detail}</p>
          {hint !== undefined && <p className="mt-1 break-words text-ink-soft">{hint}</p>}
          {link !== undefined && (
            <p className="mt-2 text-xs text-ink-soft">
              <FailureLink code={link.code} />
              {link.trace !== '' && <span className="ml-2 font-mono break-all">{link.trace}</span>}
            </p>
          )}
          {(children !== undefined || remedy !== undefined || onRetry !== undefined) && (
            <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
              {children}
              {remedy !== undefined && <RemedyLink remedy={remedy} />}
              {onRetry !== undefined && <Button onClick={onRetry}>{text.common.tryAgain}</Button>}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function words(error: unknown) {
  if (isProblem(error)) {
    const link = { code: error.code, trace: error.traceId }
    const { code, title, hint, message: detail } = error
    return { title, detail: detailFor({ code, detail }), hint: hintFor({ code, hint }), link }
  }
  if (error instanceof ConnectionError) return { ...text.common.offline, link: undefined }
  const detail = error instanceof Error ? error.message : String(error)
  return { title: text.common.unexpected, detail, hint: text.common.unexpectedHint, link: undefined }
}
