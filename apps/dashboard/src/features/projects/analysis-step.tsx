/** Follows the analysis, then shows its result. */
import type { Analysis, Project } from '@longshore/sdk'
import { getProject, retryAnalysis, streamAnalysis } from '@longshore/sdk/operations'
import { useState } from 'react'
import { useAction } from '../../api/actions.ts'
import { keyOf, queryClient, refresh, updateCache } from '../../api/queries.ts'
import { useStream } from '../../api/streams.ts'
import { text } from '../../text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { inputClass } from '../../ui/input-class.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemCard } from '../../ui/problem-card.tsx'
import { hintFor } from '../../ui/problem-texts.ts'
import { AnalysisFound } from './analysis-found.tsx'
import { AnalysisProgress } from './analysis-progress.tsx'
import { ComposeEditor } from './compose-editor.tsx'
import { composeFault } from './compose-text.ts'
import { FinalizeForm } from './finalize-form.tsx'

const words = text.analysis

export function AnalysisStep({ project, onStartOver }: { project: Project; onStartOver(): void }) {
  const { id, analysis } = project
  const stream = useStream(
    streamAnalysis,
    { id },
    {
      enabled: analysis === null || !isOver(analysis),
      onEvent({ event, data }) {
        if (event === 'reset' || data.isTruncated) return void refresh(getProject)
        const known = queryClient.getQueryData<Project>(keyOf(getProject, { id }))
        if (known !== undefined) updateCache(getProject, { id }, { ...known, analysis: data })
      },
      onEnd: () => void refresh(getProject),
    },
  )
  if (analysis === null) return <AnalysisProgress status="queued" />
  const hasFailed = analysis.status === 'failed' || analysis.status === 'cancelled'
  const isUnreadable = project.source === 'compose' && composeFault(analysis.warnings) !== undefined
  return (
    <>
      {analysis.status !== 'completed' && (
        <Card title={words.title} note={sourceOf(project)}>
          <div className="flex flex-col gap-4">
            <AnalysisProgress status={analysis.status} startedAt={analysis.startedAt} error={analysis.error} />
            {!hasFailed && <ProblemCard error={stream.error} />}
            {hasFailed && <FailedAnalysis project={project} analysis={analysis} onStartOver={onStartOver} />}
          </div>
        </Card>
      )}
      {analysis.status === 'completed' && isUnreadable && (
        <ComposeEditor key={analysis.id} project={project} analysis={analysis} onStartOver={onStartOver} />
      )}
      {analysis.status === 'completed' && !isUnreadable && (
        <>
          <AnalysisFound project={project} analysis={analysis} onStartOver={onStartOver} />
          <FinalizeForm key={analysis.id} project={project} analysis={analysis} />
        </>
      )}
    </>
  )
}

function isOver({ status }: Analysis): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export function sourceOf({ repository, image, name }: Project): string {
  return repository?.fullName ?? image ?? name
}

interface FailedProps {
  project: Project
  analysis: Analysis
  onStartOver(): void
}

function FailedAnalysis({ project, analysis: { error }, onStartOver }: FailedProps) {
  const [branch, setBranch] = useState('')
  const retry = useAction(retryAnalysis, { refreshes: [getProject] })
  const start = () => void retry.run({ id: project.id, body: branch === '' ? {} : { branch } })
  return (
    <>
      {error !== null && (
        <Notice tone="bad" title={error.title}>
          <p>{error.detail}</p>
          <p className="mt-0.5 text-ink-soft">{hintFor(error)}</p>
        </Notice>
      )}
      <ProblemCard error={retry.error} />
      <div className="flex flex-wrap items-center gap-2">
        {project.repository !== null && (
          <input
            aria-label={words.otherBranch}
            placeholder={words.otherBranch}
            value={branch}
            onChange={(event) => setBranch(event.target.value)}
            className={`${inputClass} max-w-56 font-mono`}
          />
        )}
        <Button kind="primary" isBusy={retry.isBusy} onClick={start}>
          {words.retry}
        </Button>
        <Button onClick={onStartOver}>{words.startOver}</Button>
      </div>
    </>
  )
}
