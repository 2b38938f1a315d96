/** What can go wrong with projects, as answers of the API. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const projectProblems = defineProblems({
  analysis_running: {
    status: 409,
    title: 'An analysis is under way',
    detail: 'The project is being analysed.',
    hint: 'Wait until it has finished: GET /projects/:id/analysis-status shows how far it is.',
  },
  analysis_not_completed: {
    status: 409,
    title: 'There is no report to begin with',
    detail: 'The newest analysis has no report, so there are no services to suggest.',
    hint: 'Put right what its error says and retry the analysis, or give `services` yourself.',
  },
  project_being_deleted: {
    status: 409,
    title: 'The project is being deleted',
    detail: 'Deletion of this project was requested before.',
    hint: 'Wait until it is gone; create it again if you still need it.',
  },
  project_is_deploying: {
    status: 409,
    title: 'A deployment is under way',
    detail: 'An environment of the project is being deployed.',
    hint: 'Cancel the deployment or wait until it has finished, then delete the project.',
  },
  no_service_found: {
    status: 409,
    title: 'Nothing to run was found',
    detail: 'The report names no service.',
    hint: 'Look at the warnings of the analysis, set rootDirectory, or give `services` yourself.',
  },
  no_server: {
    status: 409,
    title: 'There is no server to deploy to',
    detail: 'The environment has no server.',
    hint: 'Connect a server with POST /servers and name it in environment.serverId, or finalize with deploy: false.',
  },
})
