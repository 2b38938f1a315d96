/** Waits until one container of the live release is healthy. */
import type { Runtime } from '@longshore/remote/runtime'
import { createRedactor } from '../../../platform/secrets/redactor.ts'
import type { EnvironmentWork } from '../environment-work.context.ts'
import type { LiveService } from '../live-service.remote.ts'
import { appContainerName } from '../server-names.policy.ts'
import { waitUntilHealthy } from './health-check.remote.ts'

export async function requireHealthy(
  { clock, records }: EnvironmentWork,
  runtime: Runtime,
  { live, slot, signal }: { live: LiveService; slot: number; signal: AbortSignal },
): Promise<void> {
  const { service, subject } = live.options
  const { organizationId, environmentId, deploymentId } = subject
  const name = appContainerName(deploymentId, service.serviceId, slot)
  const state = await runtime.inspectContainer(name, { signal })
  const attached = await records.attachedHostnames(organizationId, environmentId)
  const known = attached.find((each) => each.service === service.name) ?? attached[0]
  const redactor = createRedactor(live.secrets)
  await runtime.ensureProxy({ signal })
  await waitUntilHealthy(clock, runtime, {
    container: { service: service.name, slot, name, id: state?.id ?? '', address: state?.address ?? '' },
    service,
    hostname: known?.hostname ?? 'localhost',
    log: { redact: (text) => redactor.text(text) },
    signal,
  })
}
