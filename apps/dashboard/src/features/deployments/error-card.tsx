/** Why a deployment failed and what to do, with a button for each remedy that Longshore can apply. */
import type { Deployment, DeploymentError } from '@longshore/sdk'
import { CircleX } from 'lucide-react'
import { text } from '../../text/text.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { FailureLink } from '../../ui/failure-link.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { useStillServing } from '../environments/use-still-serving.ts'
import { toPlainText } from '../logs/parse-line.ts'
import { Diagnosis } from './diagnosis.tsx'
import { errorExcerpt } from './error-excerpt.ts'
import { RemedyButtons } from './remedy-buttons.tsx'

export function ErrorCard({ deployment, error }: { deployment: Deployment; error: DeploymentError }) {
  const words = text.deployments
  const { title, detail, hint, step, exitCode, logTail, code } = error
  const { diagnosis } = deployment
  return (
    <section aria-label={title} className="rounded-lg border border-bad/50 bg-bad-soft p-4 text-sm">
      <div className="flex gap-3">
        <CircleX aria-hidden size={20} className="mt-0.5 shrink-0 text-bad" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div>
            <h2 className="text-[0.95rem] font-semibold break-words">{title}</h2>
            <p className="mt-0.5 break-words whitespace-pre-line">{detail}</p>
            {/* A diagnosis knows more than the general hint. */}
            {diagnosis === null && <p className="mt-1 break-words text-ink-soft">{hintFor({ code, hint })}</p>}
            <StillServing deployment={deployment} />
          </div>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
            {step !== null && <span>{words.failedStep(words.steps[step] ?? step)}</span>}
            {exitCode !== undefined && <span>{words.exitCode(exitCode)}</span>}
            <FailureLink code={code} />
          </p>
          {diagnosis !== null && <Diagnosis deployment={deployment} diagnosis={diagnosis} />}
          <LastLines tail={logTail ?? ''} isKnown={(diagnosis?.excerpt.length ?? 0) > 0} />
          {hasGeneralRemedies(diagnosis) && <RemedyButtons deployment={deployment} error={error} />}
        </div>
      </div>
    </section>
  )
}

/** A missing module needs a commit; services and variables have nothing to do with it. */
function hasGeneralRemedies(diagnosis: Deployment['diagnosis']): boolean {
  return diagnosis === null || (diagnosis.remedies.length === 0 && diagnosis.code !== 'module_missing')
}

function StillServing({ deployment }: { deployment: Deployment }) {
  const number = useStillServing(deployment)
  return number === null ? null : <p className="mt-1 font-medium">{text.deployments.stillServing(number)}</p>
}

/** Collapsed if the diagnosis already shows the important lines. */
function LastLines({ tail, isKnown }: { tail: string; isKnown: boolean }) {
  if (tail.trim() === '') return null
  const { lastLines: label } = text.deployments
  const lines = <CodeBlock label={label}>{errorExcerpt(tail.split('\n').map(toPlainText)).join('\n')}</CodeBlock>
  return isKnown ? <Disclosure title={label}>{lines}</Disclosure> : lines
}
