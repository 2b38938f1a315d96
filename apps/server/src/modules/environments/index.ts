/** Front door of the environments module on the api's side. */
export { createEnvironment } from './create-environment.ts'
export {
  environmentObject,
  removeEnvironment,
  restartEnvironment,
  startEnvironment,
  stopEnvironment,
} from './environment-workflows.ts'
export { environmentProblems } from './environments.problems.ts'
export { type EnvironmentRow, listEnvironmentsOf, listEnvironmentsOn } from './environments.repository.ts'
export { findListFaults } from './service-fields.policy.ts'
export { freeSlug, slugOf } from './slug.policy.ts'
export { toEnvironmentSummary } from './to-environment.ts'
export { isLoaderKey } from './variable-key.policy.ts'
export { sealVariable, variableValue } from './variable-values.ts'
