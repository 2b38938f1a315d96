/** Fills a new instance, in the order of dependencies. */
import { createSqlClient } from '../../apps/server/src/testing/sql-client.ts'
import type { Instance } from '../../e2e/support/instance.ts'
import { addAlerts } from './alerts.ts'
import { addBackups } from './backups.ts'
import type { Demo } from './demo.ts'
import { addDeployments } from './deployments.ts'
import { addDomains } from './domains.ts'
import { addMetrics } from './metrics.ts'
import { addObservations } from './observations.ts'
import { addPeople } from './people.ts'
import { addProjects } from './projects.ts'
import { addRuntimeLogs } from './runtime-logs.ts'
import { addScans } from './security.ts'
import { addServers } from './servers.ts'

export async function fillInstance(instance: Instance): Promise<Demo> {
  const db = createSqlClient(instance.databaseUrl)
  const base = { instance, db, now: new Date(), ...(await addPeople(instance, db)) }
  const serverIds = await addServers(base)
  await addScans(base, serverIds)
  const environments = await addProjects(base, serverIds)
  const { failedDeploymentId } = await addDeployments(base, environments)
  const demo = { ...base, serverIds, environments, failedDeploymentId }
  await addDomains(demo)
  await addBackups(demo)
  await addMetrics(demo)
  await addRuntimeLogs(demo)
  await addObservations(demo)
  await addAlerts(demo)
  return demo
}
