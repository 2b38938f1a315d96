/** What can go wrong with alerts, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const alertProblems = defineProblems({
  alert_resolved: {
    status: 409,
    title: 'The alert is over',
    detail: 'What it told of is right again, so there is nothing to acknowledge.',
    hint: 'Nothing needs to be done. GET /alerts?status=firing lists those that are not over.',
  },
})
