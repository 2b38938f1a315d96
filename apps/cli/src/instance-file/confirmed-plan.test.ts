/** Between the phases of a run, others change the instance too. Only what the plan listed is deleted or changed. */
import { expect, test } from 'vitest'
import { CliError } from '../exit-codes.ts'
import { applyFile, planFromInstance } from './apply-plan.ts'
import type { InstanceFile } from './instance-file.ts'
import { normalizeFile } from './normalize-file.ts'
import type { Instance } from './read-instance.ts'
import { createSecrets } from './secrets.ts'
import { createFakeInstance, type Write } from './testing/fake-instance.ts'
import { sampleInstance } from './testing/sample-instance.ts'

/** Applies the file with --prune. `onWrite` does what the API does, and what others do at the same time. */
async function apply(file: InstanceFile, onWrite: (write: Write, instance: Instance) => void) {
  const { client, writes } = createFakeInstance(onWrite)
  const request = {
    ...{ client, organizationId: 'org_1', file: normalizeFile(file), secrets: createSecrets({}) },
    options: { prune: true, updateSecrets: false },
  }
  const plan = await planFromInstance(request)
  const planned = plan.items.map(({ action, kind, name }) => `${action} ${kind} ${name}`)
  const progress = { onDone: () => undefined, onFailed: () => undefined }
  const end = await applyFile(request, plan, progress).catch((error: unknown) => error)
  if (end instanceof Error && !(end instanceof CliError)) throw end
  return { planned, writes, end }
}

const refused = (what: string) => ({ exit: 'refused', message: `The ${what} changed after the plan was made.` })
const servers = [
  { name: 'builder', host: 'builder.example.com', username: 'root' },
  { name: 'web-1', host: '2001:db8::1', username: 'root', port: 2222 },
]
const changeServer = (instance: Instance) => Object.assign(instance.servers[0] ?? {}, { port: 2222, version: 2 })
const copyOf = (index: number) => {
  const copy = sampleInstance().projects[index]
  if (copy === undefined) throw new Error('the sample has no such project')
  return copy
}

test('what others create after the plan was made is not deleted', async () => {
  const others: [what: string, file: InstanceFile, create: (instance: Instance) => void][] = [
    [
      'project “Added”',
      { version: 1, servers, projects: [{ name: 'Shop' }] },
      ({ projects }) => {
        const added = copyOf(0)
        projects.push({ ...added, project: { ...added.project, id: 'prj_9', name: 'Added' }, environments: [] })
      },
    ],
    [
      'server “added”',
      { version: 1, servers, projects: [{ name: 'Shop' }] },
      (instance) => {
        const [server] = instance.servers
        if (server !== undefined) instance.servers.push({ ...server, id: 'srv_9', name: 'added' })
      },
    ],
    [
      'domain “added.example.com”',
      { version: 1, servers, domains: [] },
      ({ domains }) => {
        const [, domain] = domains
        if (domain !== undefined) domains.push({ ...domain, id: 'dom_9', hostname: 'added.example.com' })
      },
    ],
    [
      'project “Site”',
      { version: 1, servers, projects: [{ name: 'Shop' }] },
      ({ projects }) => Object.assign(projects[1]?.project ?? {}, { id: 'prj_9' }),
    ],
  ]
  for (const [what, file, create] of others) {
    const { planned, writes, end } = await apply(file, (_, instance) => {
      changeServer(instance)
      create(instance)
    })
    // The deletions that were confirmed wait for the next plan, too.
    expect(planned).toHaveLength(2)
    expect(writes).toEqual(['PATCH /servers/srv_1'])
    expect(end).toMatchObject(refused(what))
  }
})

test('a field that someone changes after the plan was made is not overwritten', async () => {
  const file: InstanceFile = { version: 1, servers, projects: [{ name: 'Shop', image: 'nginx:2' }, { name: 'Site' }] }
  const { planned, writes, end } = await apply(file, (_, instance) => {
    changeServer(instance)
    Object.assign(instance.projects[0]?.project ?? {}, { image: 'nginx:3', version: 2 })
  })
  expect(planned).toEqual(['change server web-1', 'change project Shop'])
  expect(writes).toEqual(['PATCH /servers/srv_1'])
  expect(end).toMatchObject(refused('project “Shop”'))
})

test('services that someone changes or adds after the plan was made stay', async () => {
  const [web] = copyOf(0).environments[0]?.environment.services ?? []
  const source = { builder: 'dockerfile', dockerfile: 'deploy/Dockerfile' }
  const services = [{ name: 'web', kind: 'web', port: 81, source }]
  const main = { name: 'main', services }
  const file: InstanceFile = {
    version: 1,
    servers,
    projects: [{ name: 'Shop', environments: [main] }, { name: 'Site' }],
  }
  for (const now of [[{ ...web, port: 82 }], [web, { name: 'cache', kind: 'redis' }]]) {
    const { planned, writes, end } = await apply(file, (_, instance) => {
      changeServer(instance)
      Object.assign(instance.projects[0]?.environments[0]?.environment ?? {}, { services: now, version: 9 })
    })
    expect(planned).toEqual(['change server web-1', 'change services Shop / main'])
    expect(writes).toEqual(['PATCH /servers/srv_1'])
    expect(end).toMatchObject(refused('services “Shop / main”'))
  }
})

test('a run creates, changes, and deletes what its plan lists, and sets what only shows after a creation', async () => {
  const environment = { name: 'live', buildServer: 'builder', services: [{ name: 'db', kind: 'redis' }] }
  const file: InstanceFile = { version: 1, servers, projects: [{ name: 'Shop' }, { name: 'New', image: 'nginx', environments: [environment] }] } // biome-ignore format: one line
  const { planned, writes, end } = await apply(file, ({ request, body }, instance) => {
    const { projects } = instance
    const created = projects.find(({ project }) => project.id === 'prj_9')
    if (request === 'PATCH /servers/srv_1') changeServer(instance)
    if (request === 'DELETE /projects/prj_2') projects.splice(1, 1)
    if (request === 'POST /projects') {
      const { project } = copyOf(0)
      const links = { projectId: 'prj_9', links: [] }
      projects.push({ project: { ...project, id: 'prj_9', name: 'New' }, previews: null, links, environments: [] })
    }
    if (request === 'POST /environments') {
      const [sample] = copyOf(0).environments
      // Defaults and services that the plan couldn't know.
      const services = [...Object(body.services), { name: 'added', kind: 'redis' }]
      const more = { id: 'env_9', name: 'live', generatedHostname: false, services, domains: [] }
      if (sample !== undefined)
        created?.environments.push({
          ...sample,
          environment: { ...sample.environment, ...more },
          variables: [],
          backups: null,
        })
    }
    const made = created?.environments[0]?.environment ?? {}
    if (request === 'PATCH /environments/env_9') Object.assign(made, body)
    if (request === 'POST /environments/env_9/services') Object.assign(made, body)
  })
  expect(planned).toEqual([
    'change server web-1',
    'create project New',
    'create environment New / live',
    'change environment New / live',
    'delete project Site',
  ])
  expect(writes).toEqual([
    'PATCH /servers/srv_1',
    'POST /projects',
    'POST /environments',
    'PATCH /environments/env_9',
    'POST /environments/env_9/services',
    'DELETE /projects/prj_2',
  ])
  expect(end).toEqual({ applied: 6, left: [] })
})

test('settings that a project has only with a repository are applied together with it', async () => {
  const repository = { provider: 'git.example.com/ada', url: 'https://git.example.com/ada/shop' }
  const shop = { name: 'Shop', repository, environments: [{ name: 'main', autoDeploy: { enabled: true, polling: true } }] } // biome-ignore format: one line
  const { writes, end } = await apply(
    { version: 1, projects: [shop, { name: 'Site' }] },
    ({ request }, { projects }) => {
      const [changed] = projects
      const autoDeploy = { ...copyOf(1).environments[0]?.autoDeploy, enabled: true, polling: request !== 'PUT /projects/prj_1' } // biome-ignore format: one line
      const found = { providerId: 'git_1', fullName: 'ada/shop', url: repository.url, rootDirectory: '.' }
      Object.assign(changed ?? {}, { previews: copyOf(1).previews })
      Object.assign(changed?.project ?? {}, { source: 'repository', image: null, repository: found })
      Object.assign(changed?.environments[0] ?? {}, { autoDeploy })
    },
  )
  expect(writes).toEqual(['PUT /projects/prj_1', 'PATCH /environments/env_1/auto-deploy'])
  expect(end).toMatchObject({ applied: 2, left: [] })
})

test('a hostname that the run detaches stays registered until a plan lists it', async () => {
  const main = { name: 'main', domains: [] }
  const file: InstanceFile = { version: 1, domains: ['spare.example.com'], projects: [{ name: 'Shop', environments: [main] }, { name: 'Site' }] } // biome-ignore format: one line
  const { planned, writes, end } = await apply(file, (_, { domains, projects }) => {
    Object.assign(projects[0]?.environments[0]?.environment ?? {}, { domains: [] })
    Object.assign(domains.find(({ id }) => id === 'dom_1') ?? {}, { environmentId: null })
  })
  expect(planned).toEqual(['delete domain Shop / main / shop.example.com'])
  expect(writes).toEqual(['DELETE /environments/env_1/domain/dom_1'])
  expect(end).toEqual({ applied: 1, left: [] })
})
