/** Good requests of the catalog's operations. */
import type { TemplatePreview } from '@longshore/sdk'
import { markConnected, serverBody } from './fixtures.ts'
import { sampleTemplateUrl } from './sample-repository.ts'
import { must, type Setting } from './setting.ts'

interface TemplateRequest {
  path?: Record<string, string>
  body?: unknown
}

export const templateRequests: Record<string, (setting: Setting) => Promise<TemplateRequest>> = {
  getTemplate: async () => ({ path: { name: 'node-red' } }),
  previewTemplate: async () => ({ body: { repository: await sampleTemplateUrl() } }),
  deployTemplate: async (setting) => ({ body: { template: 'node-red', serverId: await readyServer(setting) } }),
  getEnvironmentTemplate: async (setting) => ({ path: { id: await templateEnvironment(setting) } }),
  updateEnvironmentTemplate: async (setting) => {
    const { source } = await preview(setting)
    return { path: { id: await templateEnvironment(setting) }, body: { source } }
  },
}

/** Creates an environment from the first version of the sample template. */
async function templateEnvironment(setting: Setting): Promise<string> {
  const { source } = await preview(setting, 'first')
  const body = { source, serverId: await readyServer(setting), deploy: false }
  const deployed = await must(setting.instance, 'POST', '/api/v1/catalog/deploy', { ...ownerOf(setting), body })
  return String(deployed.body.environment.id)
}

async function preview(setting: Setting, ref?: string): Promise<Pick<TemplatePreview, 'source'>> {
  const body = { repository: await sampleTemplateUrl(), ...(ref === undefined ? {} : { ref }) }
  const path = '/api/v1/catalog/templates/preview'
  const found = await must<TemplatePreview>(setting.instance, 'POST', path, { ...ownerOf(setting), body })
  return found.body
}

async function readyServer(setting: Setting): Promise<string> {
  const body = serverBody('Ready')
  const made = await must(setting.instance, 'POST', '/api/v1/servers', { ...ownerOf(setting), body })
  await markConnected(setting.instance, String(made.body.id))
  return String(made.body.id)
}

function ownerOf({ organizationId, people }: Setting) {
  return { token: people.owner.token, organization: organizationId }
}
