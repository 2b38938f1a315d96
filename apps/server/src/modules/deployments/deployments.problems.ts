/** What can go wrong when deployments are asked for, as answers of the API. Failures of a deployment itself: deployment-failures.ts. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const deploymentProblems = defineProblems({
  environment_without_server: {
    status: 409,
    title: 'The environment has no server',
    detail: 'The environment is linked to no server, so there is nowhere to deploy to.',
    hint: 'Link one with PATCH /environments/:id/server.',
  },
  environment_without_services: {
    status: 409,
    title: 'The environment has no services',
    detail: 'There is nothing to deploy.',
    hint: 'Set the list with POST /environments/:id/services.',
  },
  deployment_already_finished: {
    status: 409,
    title: 'The deployment has finished',
    detail: 'The deployment has ended and cannot be cancelled any more.',
    hint: 'To return to an earlier version, roll back to it.',
  },
  deployment_already_switched: {
    status: 409,
    title: 'The traffic was switched',
    detail: 'The deployment has the traffic, or is about to have it: it cannot be cancelled any more.',
    hint: 'Roll back to the version before when it has ended.',
  },
  release_not_kept: {
    status: 409,
    title: 'There is nothing to run again',
    detail: 'The deployment never became live, or its images are not kept any more.',
    hint: 'Choose a deployment with canRollBackTo, or deploy its commit again.',
  },
  release_unknown: {
    status: 409,
    title: 'There is nothing to compare',
    detail: 'The deployment ended, or is, before its images and settings were fixed.',
    hint: 'Compare deployments that came as far as their images.',
  },
  nothing_to_promote: {
    status: 409,
    title: 'There is nothing to promote',
    detail: 'The other environment has no live release, or belongs to another project.',
    hint: 'Deploy it there first; promotion goes between environments of one project.',
  },
})
