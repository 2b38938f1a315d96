/** Problems with alerts in API responses. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const alertProblems = defineProblems({
  alert_resolved: {
    status: 409,
    title: 'The alert is resolved',
    detail: "The problem is already fixed, so there's nothing to acknowledge.",
    hint: "You don't need to do anything.",
    remedy: 'view_alerts',
  },
})
