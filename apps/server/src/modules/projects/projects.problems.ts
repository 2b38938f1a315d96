/** API problems of projects. */
import { defineProblems } from '../../platform/errors/problem.ts'

export const projectProblems = defineProblems({
  analysis_running: {
    status: 409,
    title: 'An analysis is running',
    detail: 'Longshore is analyzing the project.',
    hint: "Wait until it's finished.",
    remedy: 'follow_analysis',
  },
  analysis_not_completed: {
    status: 409,
    title: 'No analysis report',
    detail: "The latest analysis has no report, so Longshore can't suggest services.",
    hint: 'Fix the error it shows and retry the analysis, or set `services` yourself.',
  },
  project_being_deleted: {
    status: 409,
    title: 'The project is being deleted',
    detail: 'Someone already requested the deletion of this project.',
    hint: "Wait until it's deleted. Create it again if you still need it.",
  },
  project_is_deploying: {
    status: 409,
    title: 'A deployment is running',
    detail: 'An environment of this project is being deployed.',
    hint: "Cancel the deployment or wait until it's finished, then delete the project.",
  },
  no_service_found: {
    status: 409,
    title: 'No services found',
    detail: 'The analysis report contains no services.',
    hint: 'Check the analysis warnings, set rootDirectory, or set `services` yourself.',
  },
  no_compose_file: {
    status: 409,
    title: 'No compose file',
    detail: "The project wasn't created from compose text.",
    hint: 'Change the services in their settings, or change the file in the repository.',
  },
  no_server: {
    status: 409,
    title: 'No server to deploy to',
    detail: 'The environment has no server.',
    hint: 'Connect a server and choose it, or finish the setup without deploying.',
    remedy: 'connect_server',
  },
})
