/** An instance behind the API: reads come from `instance`, and the test carries out the changes. */
import { type Client, createClient } from '@longshore/sdk'
import type { Instance } from '../read-instance.ts'
import { sampleInstance } from './sample-instance.ts'

export interface Write {
  readonly request: string
  readonly body: Record<string, unknown>
}

interface FakeInstance {
  readonly client: Client
  readonly instance: Instance
  /** Method and path of each change. */
  readonly writes: string[]
}

export function createFakeInstance(onWrite: (write: Write, instance: Instance) => void): FakeInstance {
  const instance = sampleInstance()
  const writes: string[] = []
  const client = createClient({
    baseUrl: 'https://longshore.example.com',
    retry: { retries: 0 },
    async fetch(input, { method = 'GET', body } = {}) {
      const path = new URL(String(input)).pathname.replace('/api/v1', '')
      if (method !== 'GET') {
        writes.push(`${method} ${path}`)
        onWrite({ request: `${method} ${path}`, body: JSON.parse(String(body ?? '{}')) }, instance)
        return Response.json({})
      }
      const found = read(instance, path)
      return Response.json(found ?? { status: 404, code: 'not_found', title: 'a', detail: 'b' }, {
        status: found === null || found === undefined ? 404 : 200,
      })
    },
  })
  return { client, instance, writes }
}

function read(instance: Instance, path: string): unknown {
  const { organization, alerts, servers, projects } = instance
  const lists = new Map<string, readonly object[]>([
    ['/organizations/org_1/members', instance.members],
    ['/organizations/org_1/invitations', instance.invitations],
    ['/git-providers', instance.gitProviders],
    ['/registries', instance.registries],
    ['/servers', servers.map((each) => ({ ...each, deletionRequestedAt: null }))],
    ['/backup-destinations', instance.storageLocations],
    ['/notification-connectors', instance.channels],
    ['/domains', instance.domains],
    ['/projects', projects.map(toSummary)],
  ])
  const items = lists.get(path)
  if (items !== undefined) return { items, nextCursor: null }
  if (path === '/organizations/org_1') return organization
  return path === '/alerts/settings' ? alerts : readProject(projects, path)
}

function toSummary({ project, environments }: Instance['projects'][number]): object {
  const kept = environments.map(({ environment: { id, name } }) => ({ id, name, preview: null, status: 'running' }))
  return { ...project, environments: kept, isExample: false, deletionRequestedAt: null }
}

function readProject(projects: Instance['projects'], path: string): unknown {
  for (const each of projects) {
    if (path === `/notification-connectors/project/${each.project.id}`) return each.links
    if (path === `/projects/${each.project.id}/preview-settings`) return each.previews
    for (const { environment, variables, autoDeploy, backups } of each.environments) {
      const base = `/environments/${environment.id}`
      if (path === base) return environment
      if (path === `${base}/variables`) return { items: variables }
      if (path === `${base}/auto-deploy`) return autoDeploy
      if (path === `${base}/backups/config`) return backups
    }
  }
  return undefined
}
