/** Schedules a deployment and reports when it starts. */
import type { ScheduledDeploymentRequest } from '@longshore/sdk'
import { listScheduledDeployments, scheduleDeployment } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { text } from '../../text/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { formatStart } from './deploy-time.ts'

export function useScheduleDeployment(environmentId: string, onDone: () => void) {
  const action = useAction(scheduleDeployment, {
    refreshes: [listScheduledDeployments],
    onDone: ({ startAt }) => {
      toast(text.deploy.scheduled.done(formatStart(startAt)))
      onDone()
    },
  })
  return { ...action, schedule: (body: ScheduledDeploymentRequest) => action.run({ id: environmentId, body }) }
}
