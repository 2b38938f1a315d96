/** Problems with requests to schedule a deployment, and reasons why a scheduled one doesn't start. */
import { defineProblems } from '../../../platform/errors/problem.ts'

export const scheduledDeploymentProblems = defineProblems({
  start_time_too_soon: {
    status: 422,
    title: 'The start time is too soon',
    detail: 'A scheduled deployment must start at least 1 minute from now.',
    hint: 'Choose a later time, or deploy now.',
  },
  start_time_too_far: {
    status: 422,
    title: 'The start time is too far ahead',
    detail: 'A deployment can be scheduled at most 30 days ahead.',
    hint: 'Choose an earlier time.',
  },
  too_many_scheduled_deployments: {
    status: 409,
    title: 'Too many scheduled deployments',
    detail: 'The environment already has 10 scheduled deployments.',
    hint: 'Cancel one of them, or wait until one has started.',
  },
  scheduled_deployment_ended: {
    status: 409,
    title: 'The scheduled deployment has already ended',
    detail: 'It has already started, or Longshore dropped it. It can no longer be canceled.',
    hint: 'If it started, cancel the deployment itself.',
  },
})

/** Titles, details, and hints are shown to people in notifications and in the activity. */
export const dropReasons = {
  no_longer_allowed: {
    title: "The person who scheduled it can't deploy anymore",
    detail: 'Their role, or the API token that they used, no longer allows deployments of this environment.',
    hint: 'Deploy it yourself, or ask an organization owner to schedule it again.',
  },
  environment_deleted: {
    title: 'The environment was deleted',
    detail: 'The environment was deleted before the scheduled time.',
    hint: 'Nothing needs to be done.',
  },
  too_late: {
    title: 'The scheduled time passed during an outage',
    detail: "Longshore wasn't running at the scheduled time, and more than an hour has passed since.",
    hint: 'Deploy now, or schedule it again.',
  },
} as const
