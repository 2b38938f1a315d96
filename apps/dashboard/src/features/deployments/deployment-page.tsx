/** One deployment: steps, error, log, and changes. */
import type { Deployment } from '@longshore/sdk'
import { getDeployment, listDeploymentSteps } from '@longshore/sdk/operations'
import { getRouteApi } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { text } from '../../text/text.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { useEnvironment, useTabTitle } from '../environments/environment-context.ts'
import { isFinished } from '../environments/environment-status.ts'
import { DeploymentDiffCard } from './deployment-diff.tsx'
import { DeploymentHead } from './deployment-head.tsx'
import { DeploymentLog } from './deployment-log.tsx'
import { DeploymentNotes } from './deployment-notes.tsx'
import { ErrorCard } from './error-card.tsx'
import { mergeSteps } from './merge-step.ts'
import { RehearsalCard } from './rehearsal-card.tsx'
import { StepTimeline } from './step-timeline.tsx'
import { useDeploymentStream } from './use-deployment-stream.ts'
import { hasComparison } from './usual-duration.ts'

const route = getRouteApi('/app/environments/$environmentId/deployments/$deploymentId')

export function DeploymentPage() {
  const { deploymentId } = route.useParams()
  const { id } = useEnvironment()
  const query = useRead(getDeployment, { id, did: deploymentId })
  return (
    <QueryView query={query}>
      {(deployment) => <DeploymentView key={deployment.id} deployment={deployment} />}
    </QueryView>
  )
}

function DeploymentView({ deployment }: { deployment: Deployment }) {
  const path = { id: deployment.environmentId, did: deployment.id }
  const steps = useRead(listDeploymentSteps, path)
  const { log, changes, state } = useDeploymentStream(path)
  const words = text.deployments
  const isCompared = hasComparison(deployment)
  useTabTitle(words.one(deployment.number))
  return (
    <>
      <DeploymentHead deployment={deployment} />
      <DeploymentNotes deployment={deployment} />
      {deployment.error !== null && <ErrorCard deployment={deployment} error={deployment.error} />}
      {steps.data !== undefined && (
        <RehearsalCard deployment={deployment} steps={mergeSteps(steps.data.items, changes)} />
      )}
      <div className="grid min-w-0 gap-5 xl:grid-cols-[22rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
        <Card title={words.timeline} {...(isCompared ? { note: words.medianNote } : {})}>
          <QueryView query={steps}>
            {({ items }) => {
              const merged = mergeSteps(items, changes)
              return <StepTimeline steps={isCompared ? merged : merged.map((step) => ({ ...step, medianMs: null }))} />
            }}
          </QueryView>
        </Card>
        <div className="min-w-0 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <DeploymentLog deployment={deployment} log={log} state={state} />
        </div>
        {isFinished(deployment) && <DeploymentDiffCard deployment={deployment} />}
      </div>
      {deployment.warnings.length > 0 && (
        <Note tone="info" title={words.warnings}>
          {deployment.warnings.map(({ code, message }) => (
            <p key={code}>{message}</p>
          ))}
        </Note>
      )}
    </>
  )
}
