import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FindProjectOf } from '../../platform/http/route-scope.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { LinkClient } from '../../platform/link/link-client.ts'
import type { Sealer } from '../../platform/secrets/seal.ts'
import type { EnvironmentDependencies } from './environment-dependencies.query.ts'
import { findProjectOf } from './environments.repository.ts'
import { registerEnvironmentRoutes } from './environments.routes.ts'
import { createEnvironmentsService } from './environments.service.ts'
import { registerLifecycleRoutes } from './lifecycle.routes.ts'
import { createLifecycleService } from './lifecycle.service.ts'
import { registerRevealRoutes } from './reveal.routes.ts'
import { createRevealService } from './reveal.service.ts'
import { createServicesService } from './services.service.ts'
import { registerVariableRoutes } from './variables.routes.ts'
import { createVariablesService } from './variables.service.ts'

export { addDatabase } from './add-database.action.ts'
export { cancelDeployments } from './cancel-runs.action.ts'
export {
  type ContainerDatabase,
  type ContainerInputs,
  containerVariables,
  inEnvironment,
  referenceFaults,
} from './container-variables.policy.ts'
export { copyEnvironment, type EnvironmentCopy } from './copy-environment.query.ts'
export { createEnvironment } from './create-environment.action.ts'
export { type DatabaseAccess, databasePort } from './database-access.policy.ts'
export { effectiveConfiguration } from './effective-configuration.policy.ts'
export { engineVersionOf, isSameMajor } from './engine-version.policy.ts'
export { toEnvironmentSummary } from './environment.mapper.ts'
export { saveAddressLabel } from './environment-address.repository.ts'
export type { EnvironmentDependencies, ProjectFacts } from './environment-dependencies.query.ts'
export {
  changeEnvironmentState,
  deleteEnvironment,
  type EnvironmentState,
  findEnvironmentState,
  listEnvironmentStates,
  listEnvironmentsAt,
  listEnvironmentsLiveOn,
  listServersOfEnvironment,
} from './environment-state.repository.ts'
export { publishEnvironmentUpdated } from './environments.events.ts'
export { environmentProblems } from './environments.problems.ts'
export {
  type EnvironmentSubject,
  environmentObject,
  purgeService,
  removeEnvironment,
  restartEnvironment,
  startEnvironment,
  stopEnvironment,
  tidyEnvironment,
  trashEnvironment,
} from './environments.references.ts'
export {
  countEnvironments,
  type EnvironmentRow,
  findEnvironment,
  listAllEnvironments,
  listEnvironmentsOf,
  listEnvironmentsOn,
  lockEnvironment,
  saveAutoDeploy,
  saveMissingVariables,
  takeDeploymentNumber,
  updateEnvironment,
  updateEnvironmentStatus,
} from './environments.repository.ts'
export { environmentStatusOf } from './environments.status.ts'
export { ownVolumes } from './own-volumes.policy.ts'
export { findPendingChanges, type LiveRelease } from './pending-changes.policy.ts'
export { requireChangeableEnvironment, requireEnvironment } from './read-environment.query.ts'
export { describeReferenceFault } from './references.policy.ts'
export { isRehearsable } from './rehearsable.policy.ts'
export { removeAutomatically } from './remove-automatically.action.ts'
export { readConfiguredServices, replaceServices } from './replace-services.action.ts'
export { requireIdleEnvironment } from './require-idle-environment.query.ts'
export { requirePerson, requireRecipient } from './require-reveal.query.ts'
export { requireTarget } from './require-target.query.ts'
export { newServicePassword, nextServicePassword, servicePassword } from './service-credentials.crypto.ts'
export {
  findNextPassword,
  findServiceCredential,
  saveNextPassword,
  takeNextPassword,
} from './service-credentials.repository.ts'
export { findListFaults } from './service-fields.policy.ts'
export {
  type AttachedHostname,
  type Hostnames,
  hostnamesByService,
  type PublicUrl,
  publicUrls,
  servedHostnames,
} from './service-hostnames.policy.ts'
export { deleteServices, listServices, type ServiceRow } from './services.repository.ts'
export { planVariables, storePlan } from './set-variables.action.ts'
export { freeSlug, slugOf } from './slug.policy.ts'
export { trashedServices } from './trashed-service.action.ts'
export { trashedVariables } from './trashed-variables.action.ts'
export { updateFileConfiguration } from './update-file-configuration.action.ts'
export { isInBuilds, isLoaderKey } from './variable-key.policy.ts'
export { findExpandFault } from './variable-requests.policy.ts'
export { type SealedVariable, sealVariable, variableValue } from './variable-values.crypto.ts'
export { listVariables } from './variables.repository.ts'

export interface EnvironmentsModuleOptions {
  database: Database
  sealer: Sealer
  clock: Clock
  link: LinkClient
  dependencies: EnvironmentDependencies
}

export function createFindProjectOf(database: Database): FindProjectOf {
  return (organizationId, id) => database.tenant(organizationId, (tx) => findProjectOf(tx, organizationId, id))
}

export function createEnvironmentsModule(options: EnvironmentsModuleOptions): { register(app: HttpServer): void } {
  const environments = createEnvironmentsService(options)
  const services = createServicesService(options)
  const variables = createVariablesService(options)
  const reveal = createRevealService(options)
  const lifecycle = createLifecycleService(options)
  return {
    register(app) {
      registerEnvironmentRoutes(app, { environments, services })
      registerVariableRoutes(app, variables)
      registerRevealRoutes(app, reveal)
      registerLifecycleRoutes(app, lifecycle)
    },
  }
}
