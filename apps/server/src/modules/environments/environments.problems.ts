/** What can go wrong with environments, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const environmentProblems = defineProblems({
  environment_exists: {
    status: 409,
    title: 'The environment exists already',
    detail: 'The project has an environment of this name.',
    hint: 'Choose another name, or change the environment that is there.',
  },
  environment_being_deleted: {
    status: 409,
    title: 'The environment is being deleted',
    detail: 'Deletion of this environment was requested before.',
    hint: 'Wait until it is gone; create it again if you still need it.',
  },
  environment_busy: {
    status: 409,
    title: 'The environment is busy',
    detail: 'Something else is changing this environment.',
    hint: 'Wait until it has finished, or cancel it, then try again.',
  },
  environment_has_data: {
    status: 409,
    title: 'The environment has data on its server',
    detail: 'Services of this environment keep data on the server where they run, and data does not move by itself.',
    hint: 'Create an environment on the other server and bring the data over with a backup, or remove the services with data first.',
  },
  environment_not_deployed: {
    status: 409,
    title: 'The environment was never deployed',
    detail: 'There is no live deployment that could be stopped or started.',
    hint: 'Deploy it first with POST /environments/:id/deployments.',
  },
  environment_stopped: {
    status: 409,
    title: 'The environment is stopped',
    detail: 'Its containers do not run.',
    hint: 'Start it with POST /environments/:id/start.',
  },
  environment_not_stopped: {
    status: 409,
    title: 'The environment is not stopped',
    detail: 'Only what was stopped can be started.',
    hint: 'Use POST /environments/:id/restart for fresh containers of the live release.',
  },
  service_has_data: {
    status: 409,
    title: 'A service with data would be removed',
    detail: 'The list leaves out a service that keeps data on the server.',
    hint: 'Name it in removeData if its data may be deleted, or keep it in the list.',
  },
  final_backup_needed: {
    status: 409,
    title: 'A database would be removed without a final backup',
    detail:
      'Backups of this environment are on, and there is none of the last hour of a database that would be removed.',
    hint: 'Start one (POST …/backups/trigger with its serviceId) and ask again when it has succeeded: it is then kept for good. Or say withoutFinalBackup.',
  },
  variable_sealed: {
    status: 409,
    title: 'The variable is sealed',
    detail: 'It was saved as sealed: nobody can have its value shown.',
    hint: 'Set a new value; the old one is still used until the next deployment.',
  },
  variable_not_secret: {
    status: 409,
    title: 'The variable is no secret',
    detail: 'Its value is shown by GET /environments/:id/variables.',
    hint: 'Read it there.',
  },
  too_many_variables: {
    status: 409,
    title: 'Too many variables',
    detail: 'An environment has at most 1,000 variables.',
    hint: 'Remove those that are not needed.',
  },
})
