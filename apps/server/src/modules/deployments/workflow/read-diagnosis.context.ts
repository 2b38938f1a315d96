/**
 * Diagnoses a failed deployment from its error and the configuration of its environment. It reads names of variables,
 * never their values.
 */
import type { Tx } from '../../../platform/database/database.ts'
import type { RunError } from '../../../platform/durable/permanent-error.ts'
import type { Run } from '../../../platform/durable/workflow.ts'
import { effectiveConfiguration, findEnvironment, listServices, listVariables } from '../../environments/index.ts'
import { FileConfiguration } from '../../environments/pending-changes.schemas.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { DeploySubject } from '../deployments.references.ts'
import { diagnose } from '../diagnosis/diagnose.policy.ts'
import type { DeploymentFailure, FailedService } from '../diagnosis/failed-output.policy.ts'
import type { Diagnosis } from '../diagnosis.schemas.ts'
import { type Subject, subjectOf } from './deploy-step.context.ts'

export async function readDiagnosis(
  tx: Tx,
  run: Run<DeploySubject>,
  error: RunError | null,
): Promise<Diagnosis | null> {
  if (error === null) return null
  const subject = subjectOf({ run })
  const { organizationId, environmentId, buildServerId } = subject
  const variables = await listVariables(tx, organizationId, [environmentId])
  const { services, nameOf } = await readServices(tx, subject)
  return diagnose(toFailure(error), {
    services,
    variables: variables.map(({ key, scope, is_secret: secret, service_id: id }) => ({
      secret,
      key,
      scope,
      service: id === null ? null : (nameOf.get(id) ?? null),
    })),
    build: { serverId: buildServerId, memoryBytes: run.input.build.memoryBytes },
  })
}

/** Reads services as the deployment saw them, because a file in the repository can control some fields. */
async function readServices(
  tx: Tx,
  { organizationId, environmentId }: Subject,
): Promise<{ services: FailedService[]; nameOf: Map<string, string> }> {
  const environment = await findEnvironment(tx, organizationId, environmentId)
  const file = FileConfiguration.safeParse(environment?.file_configuration).data ?? null
  const rows = await listServices(tx, organizationId, [environmentId])
  const services = rows.map(({ name, kind, configuration, owned_by_file: ownedByFile }) => ({
    name,
    kind,
    configuration: effectiveConfiguration(ServiceConfiguration.parse(configuration), file?.services[name]),
    ownedByFile,
  }))
  return { services, nameOf: new Map(rows.map(({ id, name }) => [id, name])) }
}

/** An engine that can't start a container explains why in the error itself. */
function toFailure({ code, step, message, details }: RunError): DeploymentFailure {
  return {
    code,
    step: step ?? null,
    exitCode: details?.exitCode ?? null,
    logTail: details?.logTail ?? (code === 'container_start_failed' ? message : ''),
    service: details?.program ?? null,
    listening: details?.listening ?? null,
  }
}
