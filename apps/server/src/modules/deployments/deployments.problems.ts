/**
 * Problems with deployment requests in API responses. For failures of a deployment itself, see deployment-failures.ts.
 */
import { defineProblems } from '../../platform/errors/problem.ts'

export const deploymentProblems = defineProblems({
  environment_without_server: {
    status: 409,
    title: 'The environment has no server',
    detail: "The environment isn't linked to a server, so there's nowhere to deploy.",
    hint: 'Choose a server for the environment.',
    remedy: 'choose_server',
  },
  environment_without_services: {
    status: 409,
    title: 'The environment has no services',
    detail: "There's nothing to deploy.",
    hint: 'Set the services of the environment first.',
    remedy: 'set_services',
  },
  deployment_already_finished: {
    status: 409,
    title: 'The deployment has finished',
    detail: 'The deployment has already finished and can no longer be canceled.',
    hint: 'To return to an earlier version, roll back to it.',
  },
  deployment_already_switched: {
    status: 409,
    title: 'Traffic has already switched',
    detail: 'The deployment is live or about to go live, so it can no longer be canceled.',
    hint: "Roll back to the previous version once it's finished.",
  },
  release_not_kept: {
    status: 409,
    title: "Can't roll back to this deployment",
    detail: 'The deployment never went live, or its images are no longer stored.',
    hint: 'Choose a deployment with canRollBackTo, or deploy its commit again.',
  },
  release_unknown: {
    status: 409,
    title: 'Nothing to compare',
    detail: 'This deployment has no images or settings yet, or stopped before it had any.',
    hint: 'Compare deployments that got as far as their images.',
  },
  nothing_to_promote: {
    status: 409,
    title: 'Nothing to promote',
    detail: 'The other environment has no live version, or belongs to another project.',
    hint: 'Deploy it there first. You can promote only between environments of one project.',
  },
})
