/** Problems with environments in API responses. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const environmentProblems = defineProblems({
  environment_exists: {
    status: 409,
    title: 'The environment already exists',
    detail: 'The project already has an environment with this name.',
    hint: 'Choose another name, or change the existing environment.',
  },
  environment_being_deleted: {
    status: 409,
    title: 'The environment is being deleted',
    detail: 'Someone already requested the deletion of this environment.',
    hint: "Wait until it's deleted. Create it again if you still need it.",
  },
  environment_busy: {
    status: 409,
    title: 'The environment is busy',
    detail: 'Another operation is changing this environment.',
    hint: "Wait until it's finished or cancel it, then try again.",
  },
  environment_has_data: {
    status: 409,
    title: 'The environment has data on its server',
    detail: "Services in this environment store data on their server, and this instance can't move data.",
    hint: 'Create an environment on the other server and restore a backup there, or remove the services with data first.',
  },
  environment_not_deployed: {
    status: 409,
    title: 'The environment was never deployed',
    detail: "There's no live version to stop or start.",
    hint: 'Deploy it first.',
    remedy: 'deploy',
  },
  environment_stopped: {
    status: 409,
    title: 'The environment is stopped',
    detail: "Its containers aren't running.",
    hint: 'Start the environment first.',
    remedy: 'start_environment',
  },
  environment_replaced: {
    status: 409,
    title: 'The old containers run in its place',
    detail: 'The adoption of this environment was undone. Both versions would work on the same jobs.',
    hint: 'Delete the environment, and adopt the compose project again when you want to switch.',
  },
  environment_not_stopped: {
    status: 409,
    title: "The environment isn't stopped",
    detail: 'You can only start a stopped environment.',
    hint: 'To restart the live version, restart the environment.',
    remedy: 'restart_environment',
  },
  service_not_running: {
    status: 409,
    title: 'The service has no containers',
    detail: 'A cron service runs only when it is due, and a new service starts with its first deployment.',
    hint: 'Restart another service, or deploy the environment first.',
  },
  service_has_data: {
    status: 409,
    title: 'This would remove a service with data',
    detail: 'The list leaves out a service that stores data on the server.',
    hint: 'To delete its data, name it in removeData. Otherwise, keep it in the list.',
  },
  final_backup_needed: {
    status: 409,
    title: 'This would remove a database without a final backup',
    detail: "Backups are on, but there's no backup from the last hour for a database that would be removed.",
    hint: 'Back it up and retry once the backup succeeds. Longshore keeps it for good. Or set skipFinalBackup.',
  },
  variable_sealed: {
    status: 409,
    title: 'The variable is sealed',
    detail: 'The variable was saved as sealed. Nobody can reveal its value.',
    hint: 'Set a new value. Containers use the old one until the next deployment.',
  },
  variable_not_secret: {
    status: 409,
    title: "The variable isn't a secret",
    detail: 'The list of variables shows its value.',
    hint: 'Read its value in the list of variables.',
  },
  too_many_variables: {
    status: 409,
    title: 'Too many variables',
    detail: 'An environment can have at most 1,000 variables.',
    hint: 'Remove variables you no longer need.',
  },
})
