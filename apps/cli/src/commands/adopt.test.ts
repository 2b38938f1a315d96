import type { Adoption, AdoptionPlan, ComposeProject, StackFinding } from '@longshore/sdk'
import { expect, test } from 'vitest'
import { runAgainst } from '../testing/run-against.ts'

const serverId = 'srv_01k0000000e0080000000000s1'
const environmentId = 'env_01k0000000e0080000000000e1'

const socket: StackFinding = {
  code: 'docker_socket',
  severity: 'blocks',
  service: 'agent',
  cause: 'The container mounts the socket of Docker.',
  remedy: 'Leave this service out.',
}
const database: StackFinding = {
  code: 'plain_database',
  severity: 'note',
  service: 'db',
  cause: 'The database stays an ordinary service.',
  remedy: 'Import a dump into a managed database later.',
}
const web = { name: 'web', image: 'nginx:1.29', containers: 1, isRunning: true, mounts: [] }
const shop: ComposeProject = {
  name: 'shop',
  services: [
    { ...web, ports: [{ container: 80, published: 8080, protocol: 'tcp' }] },
    { ...web, name: 'db', isRunning: false, ports: [] },
  ],
  isAdoptable: true,
  findings: [database],
}
const monitor: ComposeProject = {
  name: 'monitor',
  services: [{ ...web, name: 'agent', ports: [] }],
  isAdoptable: false,
  findings: [socket],
}
const plan: AdoptionPlan = {
  name: 'shop',
  services: [
    {
      name: 'web',
      kind: 'web',
      image: 'nginx@sha256:1',
      port: 80,
      volumes: [{ name: 'uploads', path: '/uploads' }],
      files: ['/etc/nginx/nginx.conf'],
      variables: [{ key: 'API_TOKEN', secret: true }],
    },
  ],
  leftOut: ['proxy'],
  data: [{ service: 'web', volume: 'uploads', source: 'shop_uploads', bytes: 2_500_000 }],
  isAdoptable: true,
  findings: [database],
  downtime: 'Until all data is copied.',
}

const at = '2026-01-01T00:00:00.000Z'
function adoption(status: Adoption['status'], rest: Partial<Adoption> = {}): Adoption {
  return {
    ...{ environmentId, serverId, composeProject: 'shop', status, deploymentId: null, bytes: 2_500_000 },
    ...{ expectedDowntimeSeconds: 22, downtimeMs: null, copied: [], compared: [], error: null, createdBy: null },
    ...{ createdAt: at, updatedAt: at, switchedAt: null, confirmedAt: null, ...rest },
  }
}

/** `answers` by method and path; a list is for repeated requests. */
async function adopt(answers: Record<string, unknown>, args: string[]) {
  const all: Record<string, unknown> = {
    [`GET /servers/${serverId}`]: { id: serverId, name: 'web-1' },
    ...answers,
    [`GET /environments/${environmentId}`]: { id: environmentId, name: 'production' },
  }
  const seen = new Map<string, number>()
  const ran = await runAgainst(
    ({ what }) => {
      const count = seen.get(what) ?? 0
      seen.set(what, count + 1)
      const answer = all[what]
      if (answer === undefined) return undefined
      return { body: Array.isArray(answer) ? (answer[count] ?? answer.at(-1)) : answer }
    },
    ['adopt', ...args],
  )
  const { requests, ...rest } = ran
  /** The requests that the instance received. */
  return { ...rest, sent: requests.map(({ what, body }) => `${what} ${body}`.trim()) }
}

const projectsPath = `/servers/${serverId}/compose-projects`
const adoptionPath = `/environments/${environmentId}/adoption`

test('lists projects with state and ports, and why one can’t be adopted', async () => {
  const answers = { [`GET ${projectsPath}`]: { items: [shop, monitor] } }
  const { code, stdout } = await adopt(answers, ['list', '--server', serverId])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^shop +1 of 2 running +web, db +8080 +yes$/m)
  expect(stdout).toMatch(/^monitor +running +agent +– +no$/m)
  expect(stdout).toContain('monitor\n✗ agent: The container mounts the socket of Docker.\n  Leave this service out.\n')
  expect(stdout).not.toContain('ordinary service')
})

test('needs a server', async () => {
  const { code, stderr, sent } = await adopt({}, ['list'])
  expect(code).toBe(2)
  expect(stderr).toContain('Which server?')
  expect(sent).toEqual([])
})

test('shows the plan with data, names of variables, and findings', async () => {
  const { code, stdout } = await adopt({ [`GET ${projectsPath}/shop/plan`]: plan }, [
    'plan',
    'shop',
    '--server',
    serverId,
  ])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^web +web +80 +\/etc\/nginx\/nginx\.conf +nginx@sha256:1$/m)
  expect(stdout).toMatch(/^web +uploads +2\.5 MB +shop_uploads$/m)
  expect(stdout).toMatch(/^web +yes +API_TOKEN$/m)
  expect(stdout).toContain('! db: The database stays an ordinary service.')
  expect(stdout).toContain('Left out: proxy.\nDowntime: Until all data is copied.\nLongshore can adopt this project.\n')
})

test('plans only the chosen services', async () => {
  const query = '?services=web,db'
  const { code, sent } = await adopt({ [`GET ${projectsPath}/shop/plan${query}`]: plan }, [
    ...['plan', 'shop', '--server', serverId, '--service', 'web', '--service', 'db'],
  ])
  expect(code).toBe(0)
  expect(sent.at(-1)).toBe(`GET ${projectsPath}/shop/plan${query}`)
})

test('exits with 1 for a plan that something blocks', async () => {
  const blocked = { ...plan, isAdoptable: false, findings: [socket] }
  const { code, stdout } = await adopt({ [`GET ${projectsPath}/shop/plan`]: blocked }, [
    ...['plan', 'shop', '--server', serverId],
  ])
  expect(code).toBe(1)
  expect(stdout).toContain('✗ agent: ')
})

test('starts with the chosen services, waits until it is ready, and shows how to switch', async () => {
  const created = {
    project: { id: 'prj_1', name: 'My shop', slug: 'my-shop' },
    environment: { id: environmentId, name: 'production', slug: 'production' },
    adoption: adoption('preparing'),
  }
  const { code, stdout, sent } = await adopt(
    {
      [`POST ${projectsPath}/shop/adopt`]: created,
      [`GET ${adoptionPath}`]: [{ adoption: adoption('preparing') }, { adoption: adoption('ready') }],
    },
    ['start', 'shop', '--server', serverId, '--project', 'My shop', '--service', 'web', '--service', 'db', '--follow'],
  )
  expect(code).toBe(0)
  const body = sent
    .find((each) => each.startsWith('POST'))
    ?.split(' ')
    .slice(2)
    .join(' ')
  expect(JSON.parse(body ?? '')).toEqual({ projectName: 'My shop', services: ['web', 'db'] })
  expect(sent.filter((each) => each === `GET ${adoptionPath}`)).toHaveLength(2)
  expect(stdout).toContain('shop is ready. The old containers run until you switch.')
  expect(stdout).toContain('Data: 2.5 MB. Expect a downtime of about 22 s at the switch.')
  expect(stdout).toContain('Switch: longshore adopt switch --env my-shop/production --follow')
})

test('shows the evidence of a switch, and how to undo it', async () => {
  const evidence = {
    downtimeMs: 4_200,
    copied: [{ service: 'web', volume: 'uploads', entries: 12, digest: 'abcdef0123456789' }],
    compared: [{ service: 'web', before: '200 text/html', after: '302' }],
  }
  const answers = { [`GET ${adoptionPath}`]: { adoption: adoption('adopted', evidence) } }
  const { code, stdout } = await adopt(answers, ['show', '--env', environmentId])
  expect(code).toBe(0)
  expect(stdout).toContain('✓ uploads of web: 12 files and folders, equal before and after (abcdef012345).')
  expect(stdout).toContain('! web responded to / with 200 text/html before, and with 302 now.')
  expect(stdout).toContain('Downtime: 4 s.')
  expect(stdout).toContain(`Undo: longshore adopt undo --env ${environmentId} --follow`)
  expect(stdout).not.toContain('Expect a downtime')
})

test('an environment that takes over nothing isn’t found', async () => {
  const { code, stderr } = await adopt({ [`GET ${adoptionPath}`]: { adoption: null } }, [
    'show',
    '--env',
    environmentId,
  ])
  expect(code).toBe(4)
  expect(stderr).toContain('longshore adopt start')
})

test('exits with 1 if the old containers couldn’t start', async () => {
  const error = { code: 'x', title: 'Failed', detail: 'The port is taken.', hint: 'Free it.' }
  const { code, stdout } = await adopt(
    {
      [`POST ${adoptionPath}/undo`]: adoption('undoing'),
      [`GET ${adoptionPath}`]: { adoption: adoption('adopted', { error }) },
    },
    ['undo', '--env', environmentId, '--follow'],
  )
  expect(code).toBe(1)
  expect(stdout).toContain('The port is taken.\n  Free it.\n')
})

test('removes old containers only after a confirmation, and volumes only on request', async () => {
  const answers = { [`POST ${adoptionPath}/confirm`]: adoption('confirmed') }
  const refused = await adopt(answers, ['confirm', '--env', environmentId])
  expect(refused.code).not.toBe(0)
  expect(refused.sent.filter((each) => each.startsWith('POST'))).toEqual([])
  const kept = await adopt(answers, ['confirm', '--env', environmentId, '--yes'])
  expect(kept.sent).toContain(`POST ${adoptionPath}/confirm {}`)
  expect(kept.stdout).toContain('You can no longer undo the adoption.')
})
