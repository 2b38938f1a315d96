/**
 * All failures of a deployment, with a title and a hint for those without their own. The cause comes from the error: it
 * names the service, its response, or how much was missing. Reference: docs/reference/deployment-failures.md.
 */

import type { RunError } from '../../platform/durable/permanent-error.ts'
import { type FailureTexts, toRunFailure } from '../../platform/durable/run-failure.ts'
import { analysisProblems } from '../projects/index.ts'
import { adoptionFailures } from './adoption-failures.problems.ts'
import { buildFailures } from './build-failures.problems.ts'
import { dataFailures } from './data-failures.problems.ts'
import type { DeploymentError } from './deployments.schemas.ts'
import { recoveryFailures } from './recovery-failures.problems.ts'
import { serverFailures } from './server-failures.problems.ts'

export const deploymentFailures: Readonly<Record<string, FailureTexts>> = {
  ...buildFailures,
  allowance_required: {
    title: "The server doesn't allow what a service uses",
    cause:
      'A service uses a path, a capability, a device, or the Docker socket of the server, which no operator allows there.',
    hint: 'An operator of this instance can allow it on the page of the server, under “Parts of the server”. Or remove it from the service.',
  },
  unresolved_reference: {
    title: 'A variable refers to something that has no value',
    cause: 'The value of a variable contains a reference that Longshore could not resolve.',
    hint: 'Set the missing variable, with the scope `reference` if containers need it only inside other values. Or correct the reference in the value.',
  },
  disk_full: {
    title: "The server's disk is full",
    cause: 'The disk with images and containers is below the required free space.',
    hint: 'Clean up the server to free up space, or use a larger disk.',
    remedy: 'clean_up_server',
  },
  not_enough_memory: {
    title: 'Not enough memory on the server',
    cause: 'The services need more memory than the server has free.',
    hint: 'Lower resources.memoryBytes of the services, stop something on the server, or use a larger one.',
  },
  policy_refused: {
    title: "The container isn't allowed",
    cause: "The service asks for something that containers aren't allowed to have.",
    hint: 'Remove what the detail names. Longshore never allows privileged containers or host networking. Paths of the server need the permission of an operator.',
  },
  no_free_network: {
    title: 'No subnet left on the server',
    cause: 'Every subnet in the pool is in use on this server.',
    hint: 'Remove environments you no longer need, or ask the operator to enlarge NETWORK_POOL.',
  },
  no_free_address: {
    title: 'No IP address left in the network',
    cause: "The environment's network has no IP address for another container.",
    hint: 'Lower the number of replicas.',
  },
  port_conflict: {
    title: 'A port is already in use',
    cause: 'Another program on the server uses a required port.',
    hint: 'Stop that program. Run ss -ltnp on the server to find it. The proxy needs ports 80 and 443.',
  },
  container_start_failed: {
    title: "A container couldn't be started",
    cause: 'Docker Engine refused to start the container.',
    hint: "Check the service's command. The program might not exist in the image, or might not be executable.",
  },
  crash_loop: {
    title: 'A service keeps crashing',
    cause: 'The service exited repeatedly before it was healthy.',
    hint: 'Its last lines say why. Usual reasons are a missing variable, file, or package, or an unreachable database.',
  },
  out_of_memory: {
    title: 'A service ran out of memory',
    cause: 'The service needed more memory than its limit and was stopped.',
    hint: 'Raise resources.memoryBytes of the service.',
  },
  health_check_failed: {
    title: "The new version isn't healthy",
    cause: "The health check didn't pass in time. The previous version keeps running.",
    hint: "The detail shows what the app returned and where it listens. Check its log, and the health check's port and path.",
  },
  unstable: {
    title: "The new version didn't stay healthy",
    cause:
      'It crashed or stopped responding within minutes after the switch. Longshore switched traffic back to the previous version.',
    hint: 'Check its last lines. Point the health check at what matters most to catch this before the switch.',
  },
  interrupted: {
    title: 'A command was interrupted',
    cause: "The release command's container disappeared from the server before it finished.",
    hint: "Longshore doesn't run it again, because it might have done part of its work. Check what it changed, then deploy again.",
  },
  command_timeout: {
    title: 'A command took too long',
    cause: 'A release command, or a command that Longshore ran on the server, exceeded its time limit.',
    hint: 'Check what the release command changed. Move longer work into a job or a command, then deploy again.',
  },
  rehearsal_stopped: {
    title: 'The rehearsal stopped the deployment',
    cause: 'The release command did something on a copy of the data that the rules of the environment object to.',
    hint: "Nothing changed in the real data. Open the deployment's rehearsal to see the evidence. Change the release command, or the rules of the environment if this is intended, and deploy again.",
  },
  too_many_databases: {
    title: 'Too many databases for a rehearsal',
    cause: 'A rehearsal copies all databases of the environment, and this environment has more than it can copy.',
    hint: 'Turn the rehearsal off for this environment, or split the environment.',
  },
  release_command_failed: {
    title: 'The release command failed',
    cause: "The command before the traffic switch, usually a migration, exited with an error. Traffic didn't switch.",
    hint: "Check its last lines. Changes it made before it failed, for example in a database, aren't undone.",
  },
  ...dataFailures,
  ...adoptionFailures,
  ...recoveryFailures,
  nothing_live: {
    title: 'Never deployed',
    cause: 'The environment has no live version to start.',
    hint: 'Deploy it first.',
  },
  container_exited: {
    title: "A service didn't restart",
    cause: 'The service exited right after its container was restarted.',
    hint: 'Check its log, then deploy a version that starts.',
  },
  container_gone: {
    title: 'A container is missing',
    cause: 'A container of the live version is no longer on the server.',
    hint: 'Deploy again to recreate its containers.',
  },
  job_failed: {
    title: 'A job failed',
    cause: 'A scheduled job exited with an error or took too long.',
    hint: 'Check its last lines. The job runs again at its next scheduled time.',
  },
  stale_fence: {
    title: 'A newer worker took over this environment',
    cause: 'The server has seen a newer worker for this environment and rejected this one.',
    hint: "This worker changed nothing. Check the environment's latest deployment.",
  },
  wrong_release: {
    title: 'Unexpected live version',
    cause: 'The server is serving a different version from the one this deployment replaces.',
    hint: "Deploy again. Longshore checks the server's actual state first.",
  },
  proxy_failed: {
    title: "The server's proxy failed",
    cause: "The proxy couldn't be started, or didn't respond.",
    hint: 'Check that ports 80 and 443 are free on the server. Its container is named longshore-proxy-VERSION; docker logs shows more.',
  },
  proxy_configuration_refused: {
    title: 'The proxy rejected its configuration',
    cause: "The proxy's new configuration isn't valid, so the previous one stays active.",
    hint: "Check recently added certificates. If this keeps happening, give the deployment's ID to the operator.",
  },
  engine_refused: {
    title: 'Docker Engine error',
    cause: "The server's Docker Engine returned an unexpected error.",
    hint: 'The detail has its message. Its log on the server (journalctl -u docker) has more.',
  },
  ...serverFailures,
  not_found: {
    title: 'The resource was deleted',
    cause: 'The environment, its project, or its server was deleted in the meantime.',
    hint: "You don't need to do anything.",
  },
  step_deadline_exceeded: {
    title: 'A step took too long',
    cause: 'The step exceeded its time limit.',
    hint: "Check the log to see where it got stuck, then deploy again. If this keeps happening, check the server's load.",
  },
  run_input_invalid: {
    title: 'Started by another version of Longshore',
    cause: "This version of Longshore can't read the deployment's saved state.",
    hint: 'Deploy again.',
  },
  step_output_too_large: {
    title: 'The deployment is too large',
    cause: 'A step found more than Longshore can store, for example too many services or variables.',
    hint: 'Split the environment into smaller ones.',
  },
  worker_lost: {
    title: 'The worker stopped',
    cause: 'The worker process crashed several times during the same step.',
    hint: "Ask the operator to check the worker's memory and log, then deploy again.",
  },
  undo_failed: {
    title: 'Cleanup is incomplete',
    cause: "The deployment stopped, but part of it couldn't be removed from the server.",
    hint: 'Longshore removes it automatically when the server is reachable again.',
  },
  step_failed: {
    title: 'Unexpected error',
    cause: 'The step failed for an unknown reason, even after retries.',
    hint: "Deploy again. If this keeps happening, give the deployment's ID to the operator of this instance.",
  },
}

const unknown: FailureTexts = {
  title: 'The deployment failed',
  cause: 'A step failed.',
  hint: "Check the step's log, and deploy again once the cause is fixed.",
}

/** A source that can't be read fails in the same way as in an analysis. */
const ofSources = Object.fromEntries(
  Object.entries(analysisProblems).map(([code, { title, hint }]) => [code, { title, cause: unknown.cause, hint }]),
)
const table = { known: { ...ofSources, ...deploymentFailures }, unknown }

export function toDeploymentError(error: RunError | null, step: string | null): DeploymentError {
  return toRunFailure(error, table, step)
}
