/** Saves the whole list of services. Fails if someone else changed it in the meantime. */
import { type Environment, isProblem, ProblemError, type ServiceRequest } from '@longshore/sdk'
import { configureServices, getEnvironment, listContainerVariables } from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'

export function useConfigure(environment: Environment) {
  const action = useAction(configureServices, { refreshes: [getEnvironment, listContainerVariables] })
  return {
    ...action,
    save: (services: ServiceRequest[], more: { removeData?: string[]; skipFinalBackup?: boolean } = {}) =>
      action.must({ id: environment.id, body: { services, ...more } }, { ifMatch: environment.version }),
  }
}

/** The server's pointers name an item of the list. The form has only one item. */
export function toServiceError(error: unknown, index: number): unknown {
  const prefix = `/services/${index}`
  if (!isProblem(error) || !error.errors.some(({ pointer }) => pointer.startsWith(prefix))) return error
  const errors = error.errors.map((each) => ({ ...each, pointer: each.pointer.replace(prefix, '') || '/name' }))
  return new ProblemError({ ...error.body, errors }, { status: error.status })
}
