/** Messages about deployments. */
import { pageLinks } from '../../../platform/links/page-links.policy.ts'
import type { NoticeFailure, NoticeOf } from '../../notices/notice-events.schemas.ts'
import {
  durationOf,
  environmentFacts,
  environmentOf,
  fact,
  failureParts,
  type MessageParts,
  optional,
  sentence,
  textOf,
} from './message-parts.text.ts'

type DeploymentNotice = NoticeOf<
  | 'deployment_started'
  | 'deployment_succeeded'
  | 'deployment_failed'
  | 'deployment_rolled_back'
  | 'deployment_cancelled'
>

export function describeDeployment(notice: DeploymentNotice): MessageParts {
  const { deployment, environment } = notice
  const what = `Deployment ${deployment.number} of ${environmentOf(notice)}`
  const { commit, durationMs } = deployment
  return {
    ...describeEnd(what, notice),
    page: pageLinks.deployment(environment.id, deployment.id),
    facts: [
      ...environmentFacts(notice),
      ...fact('Branch', deployment.branch),
      ...fact('Commit', commit === null ? null : `${commit.sha.slice(0, 7)} ${commit.message}`),
      ...fact('Author', commit?.author ?? null),
      ...fact('Duration', durationMs === null ? null : durationOf(durationMs)),
      ...fact('Started by', deployment.trigger.replaceAll('_', ' ')),
      ...fact('Last lines', notice.event === 'deployment_failed' ? notice.lastLines : null),
    ],
  }
}

function describeEnd(what: string, notice: DeploymentNotice): Pick<MessageParts, 'title' | 'cause' | 'remedy'> {
  switch (notice.event) {
    case 'deployment_started':
      return { title: `${what} started` }
    case 'deployment_succeeded':
      return { title: `${what} succeeded` }
    case 'deployment_failed':
      return { title: `${what} failed`, ...failureParts(withServing(notice)) }
    case 'deployment_rolled_back': {
      const to = notice.rolledBackTo === null ? 'an earlier version' : `deployment ${notice.rolledBackTo}`
      return { title: `${what} was rolled back`, ...optional('cause', textOf(`Traffic is back on ${to}.`)) }
    }
    case 'deployment_cancelled':
      return { title: `${what} was canceled` }
  }
}

/** Without this sentence, a failed deployment sounds like an outage. */
function withServing({ failure, stillServing }: NoticeOf<'deployment_failed'>): NoticeFailure {
  if (stillServing === null) return failure
  const serving = `The previous version, deployment ${stillServing}, is still serving traffic.`
  return { ...failure, detail: `${sentence(failure.detail)} ${serving}` }
}

export function describeNotStarted(notice: NoticeOf<'deployment_not_started'>): MessageParts {
  const { environment, scheduled } = notice
  return {
    title: `The scheduled deployment of ${environmentOf(notice)} didn't start`,
    ...failureParts(notice.failure),
    page: pageLinks.environment(environment.id),
    facts: [
      ...environmentFacts(notice),
      ...fact('Branch', scheduled.branch),
      ...fact('Scheduled for', `${scheduled.startAt.slice(0, 16).replace('T', ' ')} UTC`),
    ],
  }
}
