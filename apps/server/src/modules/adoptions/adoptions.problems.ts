/** API problems and failures of adoptions. */
import type { RunError } from '../../platform/durable/permanent-error.ts'
import { type FailureTexts, toRunFailure } from '../../platform/durable/run-failure.ts'
import { defineProblems } from '../../platform/errors/problem.ts'
import { deploymentFailures } from '../deployments/index.ts'
import type { AdoptionError } from './adoptions.schemas.ts'

export const adoptionProblems = defineProblems({
  compose_projects_unreadable: {
    status: 502,
    title: "The compose projects can't be read",
    detail: 'The Docker Engine of the server rejected a request.',
    hint: 'Check the Docker service on the server, then try again.',
  },
  adoptions_busy: {
    status: 503,
    title: 'Other servers are being read',
    detail: 'Too many compose projects are being read at the same time.',
    hint: 'Try again in a few seconds.',
  },
  compose_project_not_adoptable: {
    status: 409,
    title: "The compose project can't be adopted",
    detail: 'The project has a setting that Longshore cannot take over.',
    hint: 'Read the findings of its plan. Then change the compose file, or adopt only the other services.',
  },
  adoption_exists: {
    status: 409,
    title: 'The compose project is already being adopted',
    detail: 'Another environment takes over this project.',
    hint: 'Continue in that environment. To start over, delete it before the switch, or undo its adoption after the switch.',
  },
  adoption_not_ready: {
    status: 409,
    title: "The adoption can't switch now",
    detail: 'An adoption can switch once it is prepared, and again after a failed switch.',
    hint: 'Check its status. If it is still preparing, wait. If it failed or was undone, delete the environment and adopt the project again.',
  },
  adoption_not_undoable: {
    status: 409,
    title: "The adoption can't be undone",
    detail: 'You can undo an adoption only between the switch and your confirmation.',
    hint: 'Check its status. Before the switch, the old containers still run, so there is nothing to undo.',
  },
  adoption_moved: {
    status: 409,
    title: 'The environment runs on another server now',
    detail: 'The old containers are on the server where the project was adopted.',
    hint: 'Move the environment back to that server, then undo the adoption.',
  },
  adoption_ports_needed: {
    status: 409,
    title: 'Other environments need the ports',
    detail:
      'The old stack has its own proxy on port 80 or 443. These ports serve other environments on this server now.',
    hint: 'Stop the other environments or move them to another server, then undo the adoption.',
  },
  adoption_not_confirmable: {
    status: 409,
    title: 'Nothing to confirm',
    detail: 'You can remove the old containers only after a successful switch.',
    hint: 'Switch first. If you undid the adoption, the old containers run again and stay.',
  },
})

const unknown: FailureTexts = {
  title: 'The adoption failed',
  cause: 'A step of the adoption failed.',
  hint: 'Check the status of the adoption, then try again. If this keeps happening, give the ID of the environment to the operator of this instance.',
}

export function toAdoptionError(error: RunError | null): AdoptionError {
  const { code, title, detail, hint } = toRunFailure(error, { known: deploymentFailures, unknown })
  return { code, title, detail, hint }
}
