/**
 * All failures of a deployment, with a title and a hint for those without their own. The cause comes from the error: it
 * names the service, its response, or how much was missing. Reference: docs/reference/deployment-failures.md.
 */

import type { RunError } from '../../platform/durable/permanent-error.ts'
import { type FailureTexts, toRunFailure } from '../../platform/durable/run-failure.ts'
import { analysisProblems } from '../projects/index.ts'
import { adoptionFailures } from './adoption-failures.problems.ts'
import type { DeploymentError } from './deployments.schemas.ts'
import { recoveryFailures } from './recovery-failures.problems.ts'

export const deploymentFailures: Readonly<Record<string, FailureTexts>> = {
  build_failed: {
    title: 'The build failed',
    cause: 'A Dockerfile instruction failed.',
    hint: 'Check the last lines of the build log for the failing instruction and its exit code. To reproduce it, run docker build locally.',
  },
  build_out_of_memory: {
    title: 'The build ran out of memory',
    cause: 'The build needed more memory than builds can use on this server.',
    hint: "Raise the server's build memory, choose a build server, or build in CI and deploy by digest.",
  },
  build_timeout: {
    title: 'The build took too long',
    cause: 'The build exceeded its time limit.',
    hint: 'Check the log to see which instruction hangs. Use the cache, or build in CI and deploy by digest.',
  },
  build_output_too_large: {
    title: 'The build printed too much output',
    cause: 'The build exceeded the output limit and was stopped.',
    hint: "Reduce the build's output. Check the last lines for an endless loop in a script.",
  },
  build_unsupported: {
    title: "The server can't build images",
    cause: "The server's Docker Engine is too old or has no BuildKit.",
    hint: 'Install Docker Engine 25.0.2 or newer on the server, choose a build server, or deploy images by digest.',
  },
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
  image_not_found: {
    title: 'Image not found',
    cause: "The registry doesn't have this image or digest.",
    hint: 'Check the name, tag, and digest. For a private image, add a registry credential.',
    remedy: 'add_registry',
  },
  registry_refused: {
    title: 'The registry denied access',
    cause: 'The registry requires other credentials for this image.',
    hint: 'Add a registry credential with a username and a token that can pull the image.',
    remedy: 'add_registry',
  },
  registry_unreachable: {
    title: "The registry doesn't respond",
    cause: "The server couldn't reach the image's registry.",
    hint: 'Check that the server can reach it (network, DNS, proxy), then deploy again.',
  },
  architecture_mismatch: {
    title: 'The image is for another architecture',
    cause: "The image's architecture doesn't match the server's.",
    hint: "Build the image for the server's architecture, for example with --platform, or let Longshore build it.",
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
  database_not_deployed: {
    title: 'The database was never started',
    cause: 'No deployment has started this database yet.',
    hint: 'Deploy the environment first.',
  },
  database_not_ready: {
    title: "A database isn't ready",
    cause: "A database in this environment started but doesn't respond.",
    hint: 'Check its last lines. A full disk or too little memory are the usual reasons.',
  },
  database_not_supported: {
    title: 'Database not supported',
    cause: "Longshore can't run this kind of database.",
    hint: 'Use postgres, mariadb, or redis, or run the database elsewhere and set its URL as a variable.',
  },
  database_version_change: {
    title: "The database version doesn't match its data",
    cause: "The database's data belongs to a different version than the requested one.",
    hint: 'Set engineVersion back, or move the data to a new service with the other version.',
  },
  backup_before_change_failed: {
    title: 'The backup before a database change failed',
    cause: 'Longshore backs up a database before changing its image, and that backup failed.',
    hint: 'Set up backups for the environment, check why the last one failed, and deploy again.',
  },
  move_dump_failed: {
    title: "The data couldn't be read for the move",
    cause: "The database's dump tool exited with an error on the previous server.",
    hint: 'Its last lines name the table or the missing permission. The environment keeps running where it was.',
  },
  ...adoptionFailures,
  ...recoveryFailures,
  move_data_differs: {
    title: "The moved data doesn't match",
    cause: 'The data on the new server differs from what was sent.',
    hint: "The previous server is unchanged. Try again. If this keeps happening, check the new server's disk.",
  },
  move_target_has_data: {
    title: 'The new server already has this data',
    cause: "A volume with the same name exists on the new server, and this move didn't create it.",
    hint: "Confirm an earlier move if there is one, or remove the volume manually once you're sure it isn't needed.",
  },
  restore_refused: {
    title: 'The database rejected the data',
    cause: 'The database on the new server exited with an error while loading the data.',
    hint: 'Check the last lines of its output. If extensions are missing, use a database image that has them.',
  },
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
  railpack_missing: {
    title: 'Railpack isn’t installed on this instance',
    cause:
      'The service uses the builder railpack, but the worker has no railpack program for the server’s architecture.',
    hint: 'Use the builder auto, or have the operator install Railpack: docs/guides/railpack.md.',
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
  source_not_found: {
    title: 'Commit or branch not found',
    cause: "The repository doesn't have this branch or commit.",
    hint: "Check the environment's branch. A commit must be reachable from a branch.",
  },
  branch_not_found: {
    title: 'Branch not found',
    cause: "The repository doesn't have this branch, or has no default branch.",
    hint: "Check the environment's branch.",
  },
  file_content_missing: {
    title: 'The text of a file is missing',
    cause: "A service needs a file whose text isn't there.",
    hint: 'Set the variable that the detail names, or deploy from the repository.',
  },
  file_not_usable: {
    title: "A file of the repository can't be used",
    cause: "A service gets a file from the repository, which isn't there, isn't text, or is too large.",
    hint: 'Correct the file in the repository, or change the files of the service.',
    remedy: 'set_services',
  },
  dockerfile_not_found: {
    title: 'Dockerfile not found',
    cause: "This commit doesn't have the service's Dockerfile, or it isn't a regular file.",
    hint: "Check the service's source.dockerfile and source.context, or use the builder auto.",
  },
  nothing_to_build: {
    title: "Longshore can't tell how to build a service",
    cause: 'Nothing in the repository shows how to build and start this service.',
    hint: 'Add a Dockerfile, or set a build and start command for the service.',
  },
  service_not_known: {
    title: 'Image for an unknown service',
    cause: "The images include a service that this environment doesn't have.",
    hint: 'Use the names of the services in the environment.',
  },
  image_missing: {
    title: 'A service has no image in this version',
    cause: 'The promoted version has no image for a service in this environment.',
    hint: 'Give both environments the same services, or deploy here from the repository.',
  },
  release_not_kept: {
    title: 'The version is no longer available',
    cause: 'Images of this version were removed from the server.',
    hint: 'Deploy its commit again to rebuild it.',
  },
  connection_refused: {
    title: 'The server is unreachable',
    cause: 'The server refused the connection.',
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  connection_timeout: {
    title: 'The server is unreachable',
    cause: "The server didn't respond in time, even after retries.",
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  connection_lost: {
    title: 'The connection to the server was lost',
    cause: "The connection broke and couldn't be restored in time.",
    hint: 'Test the connection to the server to see which step fails. The previous version keeps running.',
    remedy: 'test_server',
  },
  host_unreachable: {
    title: 'The server is unreachable',
    cause: "There's no network route to the server.",
    hint: 'Test the connection to the server to see which step fails.',
    remedy: 'test_server',
  },
  docker_unreachable: {
    title: "Docker doesn't respond on the server",
    cause: "The server is reachable, but its Docker Engine doesn't respond.",
    hint: 'Check it on the server with systemctl status docker.',
  },
  docker_missing: {
    title: "Docker isn't installed on the server",
    cause: 'The server has no Docker Engine.',
    hint: 'Let Longshore install Docker on the server.',
    remedy: 'install_docker',
  },
  docker_socket_denied: {
    title: 'No permission to use Docker on the server',
    cause: "The SSH user can't access the Docker Engine socket.",
    hint: 'Add the user to the docker group on the server.',
  },
  host_key_changed: {
    title: "The server's host key changed",
    cause: "The server's host key doesn't match the pinned one. Nothing was sent to it.",
    hint: 'If you reinstalled the server, accept its new host key.',
    remedy: 'accept_host_key',
  },
  key_refused: {
    title: "The server rejects Longshore's key",
    cause: "The server no longer accepts Longshore's key for this user.",
    hint: "Add the server's public key to authorized_keys again.",
  },
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
