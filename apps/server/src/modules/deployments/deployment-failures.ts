/**
 * Every way in which a deployment fails, with a title and a remedy for those failures that bring none of their own. The
 * cause is the error's: it names the service, what it answered, how much was missing. Reference: docs/reference/deployment-failures.md.
 */
import type { RunError } from '../../platform/durable/permanent-error.ts'
import { type FailureWords, toRunFailure } from '../../platform/durable/run-failure.ts'
import { analysisProblems } from '../projects/index.ts'
import type { DeploymentError } from './deployments.schemas.ts'

export const deploymentFailures: Readonly<Record<string, FailureWords>> = {
  build_failed: {
    title: 'The build failed',
    cause: 'An instruction of the Dockerfile ended with an error.',
    hint: 'Read the last lines of the build: the failing instruction and its exit code stand there. Run it locally with docker build.',
  },
  build_out_of_memory: {
    title: 'The build ran out of memory',
    cause: 'A process of the build was ended because it needed more memory than builds have on this server.',
    hint: 'Raise the build memory of the server, choose a build server, or build in CI and deploy by digest.',
  },
  build_timeout: {
    title: 'The build took too long',
    cause: 'The build did not end within its time.',
    hint: 'See which instruction stands still in the log. Use the cache, or build in CI and deploy by digest.',
  },
  build_output_too_large: {
    title: 'The build printed too much',
    cause: 'The build wrote more output than is kept, and was ended.',
    hint: 'Make the build quieter; an endless loop in a script shows in the last lines.',
  },
  build_unsupported: {
    title: 'The server cannot build',
    cause: 'The Docker Engine of the server is too old, or has no BuildKit.',
    hint: 'Install Docker Engine 25.0.2 or newer on the server, choose a build server, or deploy images by digest.',
  },
  disk_full: {
    title: 'The disk of the server is full',
    cause: 'Less than the reserve was free on the disk that holds images and containers.',
    hint: 'POST /servers/:id/cleanup removes what Longshore no longer needs there; or use a larger disk.',
  },
  not_enough_memory: {
    title: 'The server has too little memory',
    cause: 'The services ask for more memory than the server has free.',
    hint: 'Lower resources.memoryBytes of the services, stop something on the server, or use a larger one.',
  },
  image_not_found: {
    title: 'The image was not found',
    cause: 'The registry does not have this image or this digest.',
    hint: 'Check name, tag and digest; a private image needs its registry under /registries.',
  },
  registry_refused: {
    title: 'The registry refused us',
    cause: 'The registry wants other credentials for this image.',
    hint: 'Save a user name and a token that may pull it with POST /registries.',
  },
  registry_unreachable: {
    title: 'The registry does not answer',
    cause: 'The server could not reach the registry of the image.',
    hint: 'Check that the server can reach it (network, DNS, proxy), then deploy again.',
  },
  architecture_mismatch: {
    title: 'The image is for another processor',
    cause: 'The architecture of the image is not that of the server.',
    hint: 'Build the image for the server’s architecture, for example with --platform, or let Longshore build it.',
  },
  policy_refused: {
    title: 'The container is not allowed',
    cause: 'What the service asks for breaks the rules for containers.',
    hint: 'Take away what the detail names; mounts of the server, privileges and host networking are never given.',
  },
  no_free_network: {
    title: 'No network is left on the server',
    cause: 'Every subnet of the pool is taken on this server.',
    hint: 'Remove environments that are not needed, or let the operator give a larger NETWORK_POOL.',
  },
  no_free_address: {
    title: 'No address is left in the network',
    cause: 'The network of the environment has no address for another container.',
    hint: 'Lower the replicas of the services.',
  },
  port_conflict: {
    title: 'A port is taken',
    cause: 'Something else on the server listens on a port that is needed.',
    hint: 'Stop what listens there: on the server, ss -ltnp names it. The proxy needs ports 80 and 443.',
  },
  container_start_failed: {
    title: 'A container could not be started',
    cause: 'The Docker Engine refused to start it.',
    hint: 'Check the command of the service: the program may not exist in the image, or may not be executable.',
  },
  crash_loop: {
    title: 'A service crashes',
    cause: 'The program of the service ended again and again before it was healthy.',
    hint: 'Its exit code and last lines are shown. Missing variables and databases that are not there are the usual reasons.',
  },
  out_of_memory: {
    title: 'A service ran out of memory',
    cause: 'The service was ended because it needed more memory than it may have.',
    hint: 'Raise resources.memoryBytes of the service.',
  },
  health_check_failed: {
    title: 'The new version is not healthy',
    cause: 'The health check got no good answer in time. The old version goes on serving.',
    hint: 'The detail shows what the app returned and where it listens. Read its log for the reason, and check port and path of the health check.',
  },
  unstable: {
    title: 'The new version did not stay up',
    cause:
      'It crashed or stopped answering in the minutes after it got the traffic, which was given back to the old one.',
    hint: 'Its last lines are shown. Run the health check on what really matters, so that this is seen before the switch.',
  },
  interrupted: {
    title: 'A program was interrupted',
    cause: 'The container of a release command was gone from the server before its end was known.',
    hint: 'It is not run again automatically, since it may have done part of its work. Check what it changed, then deploy again.',
  },
  command_timeout: {
    title: 'A program took too long',
    cause: 'A release command, or a command that Longshore ran on the server, did not end within its time.',
    hint: 'Check what the release command changed. Split work that takes longer into a job or a command, then deploy again.',
  },
  release_command_failed: {
    title: 'The release command failed',
    cause: 'The command that runs before the switch, usually a migration, ended with an error. Nothing was switched.',
    hint: 'Its last lines are shown. What it changed before it failed, for example in a database, is not undone.',
  },
  database_not_deployed: {
    title: 'This database was never started',
    cause: 'No deployment has started this database yet.',
    hint: 'Deploy the environment first.',
  },
  database_not_ready: {
    title: 'A database did not become ready',
    cause: 'A database service of the environment was started but does not answer.',
    hint: 'Its last lines are shown; a full disk or too little memory are the usual reasons.',
  },
  database_not_supported: {
    title: 'This database cannot be run yet',
    cause: 'The kind of the database service has no engine here.',
    hint: 'Use postgres or redis, or run it elsewhere and give its address as a variable.',
  },
  database_version_change: {
    title: 'A database would change its version',
    cause: 'The data of the database is of another version than the one that is asked for.',
    hint: 'Set engineVersion back, or move the data to a new service of the other version.',
  },
  backup_before_change_failed: {
    title: 'A database could not be backed up before its change',
    cause: 'A database changes its image only after a backup of what it holds, and that did not succeed.',
    hint: 'Set up backups of the environment, see why the last one failed, and deploy again.',
  },
  move_dump_failed: {
    title: 'The data could not be read for the move',
    cause: 'The database’s own tool ended with an error on the server before.',
    hint: 'Its last words name the table or the right that is missing. The environment runs where it was.',
  },
  move_data_differs: {
    title: 'The moved data is not the same',
    cause: 'What arrived on the new server was read back and differs from what was sent.',
    hint: 'Nothing was changed on the server before. Try again; look at the disk of the new server if it stays.',
  },
  move_target_has_data: {
    title: 'The new server has such data already',
    cause: 'A volume of the same name is on the new server and was not made by this move.',
    hint: 'Confirm an earlier move if there is one, or remove the volume by hand once you are sure that nobody needs it.',
  },
  restore_refused: {
    title: 'The database refused the data',
    cause: 'The engine on the new server ended with an error while it took the data.',
    hint: 'Read the last lines of its output. If extensions are missing, the database needs an image that has them.',
  },
  nothing_live: {
    title: 'Nothing was deployed yet',
    cause: 'The environment has no live version that could be started.',
    hint: 'Deploy it first.',
  },
  container_exited: {
    title: 'A service did not start again',
    cause: 'The program of the service ended right after its container was started again.',
    hint: 'Read its log, then deploy a version that starts.',
  },
  container_gone: {
    title: 'A container is gone',
    cause: 'A container of the live version is not on the server any more.',
    hint: 'Deploy again: that makes its containers anew.',
  },
  job_failed: {
    title: 'A job failed',
    cause: 'A run of a cron service ended with an error, or took too long.',
    hint: 'Its last lines are shown; the job runs again at its next time.',
  },
  stale_fence: {
    title: 'Somebody newer works on this environment',
    cause: 'The server has seen a later worker for this environment and refused the older one.',
    hint: 'Nothing was changed by it. Look at the newest deployment of the environment.',
  },
  wrong_release: {
    title: 'The traffic was not where it was expected',
    cause: 'Another release has the traffic on the server than the one that should be replaced.',
    hint: 'Deploy again: what is really on the server is looked at first.',
  },
  proxy_failed: {
    title: 'The proxy of the server failed',
    cause: 'The proxy could not be started, or did not answer.',
    hint: 'Check that ports 80 and 443 are free on the server; docker logs longshore-proxy says more.',
  },
  proxy_configuration_refused: {
    title: 'The proxy refused its configuration',
    cause: 'The new configuration of the proxy is not valid; the one before it stays in force.',
    hint: 'Look at certificates that were added last. If it stays, give the id of the deployment to the operator.',
  },
  engine_refused: {
    title: 'The Docker Engine refused',
    cause: 'The Docker Engine of the server answered with an error that has no name here.',
    hint: 'The detail has its own words; the log of the engine on the server (journalctl -u docker) has more.',
  },
  source_not_found: {
    title: 'The source was not found',
    cause: 'The branch or commit is not in the repository.',
    hint: 'Check the branch of the environment; a commit must be reachable from a branch.',
  },
  branch_not_found: {
    title: 'The branch was not found',
    cause: 'The repository has no such branch, or names no default branch.',
    hint: 'Check the branch of the environment.',
  },
  dockerfile_not_found: {
    title: 'There is no Dockerfile',
    cause: 'The file that the service names is not in this commit, or is no regular file.',
    hint: 'Check source.dockerfile and source.context of the service, or use the builder auto.',
  },
  nothing_to_build: {
    title: 'It is not known how to build a service',
    cause: 'Nothing in the repository says how this service is built and started.',
    hint: 'Add a Dockerfile, or give the service a build and start command.',
  },
  service_not_known: {
    title: 'An image was given for a service that is not there',
    cause: 'The images name a service that the environment has not.',
    hint: 'Use the names of GET /environments/:id.',
  },
  image_missing: {
    title: 'A service has no image in this release',
    cause: 'The release that is promoted has no image for a service of this environment.',
    hint: 'Give both environments the same services, or deploy here from the repository.',
  },
  release_not_kept: {
    title: 'The release is not kept any more',
    cause: 'Images of the release were removed from the server.',
    hint: 'Deploy its commit again; it will be built anew.',
  },
  connection_refused: {
    title: 'The server could not be reached',
    cause: 'Nothing accepts connections at the address of the server.',
    hint: 'POST /servers/test-connection shows where it ends. The version before goes on serving.',
  },
  connection_timeout: {
    title: 'The server could not be reached',
    cause: 'The server did not answer in time, also when it was tried again.',
    hint: 'POST /servers/test-connection shows where it ends. The version before goes on serving.',
  },
  connection_lost: {
    title: 'The connection to the server was lost',
    cause: 'The connection broke, and could not be made again in time.',
    hint: 'POST /servers/test-connection shows where it ends. The version before goes on serving.',
  },
  host_unreachable: {
    title: 'The server could not be reached',
    cause: 'There is no way to the address of the server.',
    hint: 'POST /servers/test-connection shows where it ends.',
  },
  docker_unreachable: {
    title: 'Docker does not answer on the server',
    cause: 'The server can be reached, its Docker Engine cannot.',
    hint: 'Look at it there: systemctl status docker.',
  },
  docker_missing: {
    title: 'There is no Docker on the server',
    cause: 'The server has no Docker Engine.',
    hint: 'POST /servers/:id/install-docker installs it.',
  },
  docker_socket_denied: {
    title: 'Docker may not be used on the server',
    cause: 'The login may not use the socket of the Docker Engine.',
    hint: 'Add the user to the group docker on the server.',
  },
  host_key_changed: {
    title: 'The server shows another key',
    cause: 'The key of the server is not the pinned one. Nothing was sent to it.',
    hint: 'If the server was installed anew, accept its key with POST /servers/:id/host-key/accept.',
  },
  key_refused: {
    title: 'The server refuses the login',
    cause: 'The server does not accept the key of this login any more.',
    hint: 'Put the public key of the server back into authorized_keys.',
  },
  not_found: {
    title: 'Something is gone',
    cause: 'The environment, its project or its server was deleted meanwhile.',
    hint: 'Nothing is to be done.',
  },
  step_deadline_exceeded: {
    title: 'A step took too long',
    cause: 'The step did not end within its time.',
    hint: 'The log shows where it stood still. Deploy again; if it stays, look at the server’s load.',
  },
  run_input_invalid: {
    title: 'The deployment was begun by another version of Longshore',
    cause: 'This version of Longshore cannot read what the deployment was begun with.',
    hint: 'Deploy again.',
  },
  step_output_too_large: {
    title: 'The deployment is too large',
    cause: 'A step found more than can be kept, for example too many services or variables.',
    hint: 'Split the environment into smaller ones.',
  },
  worker_lost: {
    title: 'The worker was lost',
    cause: 'The process that did the work ended several times in the same step.',
    hint: 'Let the operator look at the memory and the log of the worker; then deploy again.',
  },
  undo_failed: {
    title: 'Something was left behind',
    cause: 'The deployment was ended, but not everything of it could be removed from the server.',
    hint: 'It is removed by itself when the server can be reached again.',
  },
  step_failed: {
    title: 'An unexpected error',
    cause: 'The step failed for a reason that has no name, also when it was tried again.',
    hint: 'Deploy again; if it stays, give the id of the deployment to the operator of this instance.',
  },
}

const unknown: FailureWords = {
  title: 'The deployment failed',
  cause: 'A step failed.',
  hint: 'Read the log of the step; deploy again when the reason is gone.',
}

/** A source that cannot be read fails here as it does in an analysis. */
const ofSources = Object.fromEntries(
  Object.entries(analysisProblems).map(([code, { title, hint }]) => [code, { title, cause: unknown.cause, hint }]),
)
const table = { known: { ...ofSources, ...deploymentFailures }, unknown }

export function toDeploymentError(error: RunError | null, step: string | null): DeploymentError {
  return toRunFailure(error, table, step)
}
