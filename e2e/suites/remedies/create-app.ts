/** Creates the app of a variant: a starter as a person would, from the analysis of its repository; an app of our own with a usual service. */
import type { FinalizedProject, Project, Service } from '@longshore/sdk'
import { toServiceRequest } from '@longshore/sdk/remedies'
import { type App, type DeployTestEnv, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'
import { waitForAnalysis } from '../../support/starters/try-starter.ts'
import { type ChangedStarter, readChanged } from './changed-starter.ts'
import type { Variant } from './variant.ts'

const databases = new Set(['postgres', 'mariadb', 'redis'])
/** A short timeout, because the suite's own apps respond within a second or never. */
const healthCheck = { type: 'http', path: '/', intervalSeconds: 1, retries: 4, startPeriodSeconds: 4 }
/** Frameworks take longer to start. */
const patientCheck = { ...healthCheck, retries: 10, startPeriodSeconds: 15 }

export async function createVariantApp(testEnv: DeployTestEnv, variant: Variant): Promise<App> {
  const { name, app, service } = variant
  if ('starter' in app) return await createFromStarter(testEnv, variant, app)
  return await testEnv.createApp(name, { files: app, services: [webService({ healthCheck, ...service })] })
}

async function createFromStarter(testEnv: DeployTestEnv, variant: Variant, app: ChangedStarter): Promise<App> {
  const { name } = variant
  const published = await testEnv.publish(name, await readChanged(app))
  const repository = { url: published.repositoryUrl }
  const project: Project = await mustAsk(testEnv, 'POST', '/projects', { name, repository })
  const analysis = await waitForAnalysis(testEnv, project.id)
  if (analysis.status !== 'completed') throw new Error(`the analysis fails: ${analysis.error?.code}`)
  const body = { environment: { name: 'production', serverId: testEnv.servers[0]?.id } }
  const finalizePath = `/projects/${project.id}/finalize`
  const { environment }: FinalizedProject = await mustAsk(testEnv, 'POST', finalizePath, body)
  const services = environment.services
    .filter(({ kind }) => !(variant.hasNoDatabase === true && databases.has(kind)))
    .map((each) => (databases.has(each.kind) ? toServiceRequest(each) : changed(each, variant)))
  await mustAsk(testEnv, 'POST', `/environments/${environment.id}/services`, { services })
  return { ...published, environmentId: environment.id, projectId: project.id }
}

function changed(suggested: Service, { service = {}, hasNoDatabase }: Variant): object {
  const request = toServiceRequest(suggested)
  const source = 'source' in service ? { source: { ...request.source, ...(service.source as object) } } : {}
  const dependsOn = hasNoDatabase === true ? { dependsOn: [] } : {}
  const quick = { healthCheck: patientCheck, stabilitySeconds: 0, drainSeconds: 0 }
  return { ...request, ...dependsOn, ...quick, ...service, ...source }
}
