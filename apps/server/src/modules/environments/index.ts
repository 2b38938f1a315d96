/** Front door of the environments module on the api's side. */
export { createEnvironment } from './create-environment.ts'
export {
  changeEnvironmentState,
  deleteEnvironment,
  type EnvironmentState,
  findEnvironmentState,
  listEnvironmentStates,
  listServersOfEnvironment,
} from './environment-state.repository.ts'
export {
  type EnvironmentSubject,
  environmentObject,
  removeEnvironment,
  restartEnvironment,
  startEnvironment,
  stopEnvironment,
} from './environment-workflows.ts'
export { publishEnvironmentUpdated } from './environments.events.ts'
export { environmentProblems } from './environments.problems.ts'
export {
  type EnvironmentRow,
  findEnvironment,
  listEnvironmentsOf,
  listEnvironmentsOn,
  lockEnvironment,
  saveEnvironmentStanding,
  takeDeploymentNumber,
} from './environments.repository.ts'
export { environmentStatusOf } from './environments.status.ts'
export { findListFaults } from './service-fields.policy.ts'
export { listServices } from './services.repository.ts'
export { freeSlug, slugOf } from './slug.policy.ts'
export { toEnvironmentSummary } from './to-environment.ts'
export { isLoaderKey } from './variable-key.policy.ts'
export { sealVariable, variableValue } from './variable-values.ts'
export { listVariables } from './variables.repository.ts'
