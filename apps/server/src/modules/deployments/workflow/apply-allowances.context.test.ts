import { noAllowances } from '@longshore/remote/runtime'
import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { PlannedService } from '../deployment-plan.schemas.ts'
import { applyAllowances } from './apply-allowances.context.ts'

const id = '00000000-0000-4000-8000-000000000001'
const subject = {
  organizationId: brandId<'org'>(id),
  environmentId: brandId<'env'>(id),
  deploymentId: brandId<'dep'>(id),
  serverId: brandId<'srv'>(id),
  buildServerId: brandId<'srv'>(id),
}
const grants = {
  hostMounts: [
    { source: '/srv/media', path: '/media', readOnly: false },
    { source: '/var/run/docker.sock', path: '/var/run/docker.sock', readOnly: true },
  ],
  capabilities: ['NET_ADMIN'],
  devices: ['/dev/dri'],
}

function service(name: string, container: object | null): PlannedService {
  const configuration = ServiceConfiguration.parse({ container })
  const image = { do: 'pull', reference: 'app' } as const
  return {
    serviceId: brandId<'svc'>(crypto.randomUUID()),
    name,
    kind: 'worker',
    configuration,
    texts: {},
    image,
    start: 'beside',
  }
}

const recordsOf = (found: { grantless?: 'preview' | 'template'; allowed?: typeof noAllowances } = {}) => ({
  allowances: async () => ({ grantless: null, serverName: 'fsn-1', allowed: noAllowances, ...found }),
})

test('asks nothing for services that use no parts of the server', async () => {
  const services = [service('web', null), service('jobs', { user: 'node' })]
  const records = { allowances: () => Promise.reject(new Error('asked')) }
  expect(await applyAllowances(records, subject, services)).toEqual({ services, warnings: [] })
})

test('names the service, what it uses, and the server', async () => {
  const services = [service('web', null), service('files', { grants })]
  await expect(applyAllowances(recordsOf(), subject, services)).rejects.toMatchObject({
    code: 'allowance_required',
    message:
      "The server fsn-1 doesn't allow this. files uses the path /srv/media to write to. files uses the Docker socket. files uses the capability NET_ADMIN. files uses the device /dev/dri.",
  })
})

test('accepts what the server allows, and a path only as far as it allows it', async () => {
  const allowed = {
    hostPaths: [{ path: '/srv/media', writable: true }],
    dockerSocket: true,
    capabilities: ['NET_ADMIN'],
    devices: ['/dev/dri'],
  }
  const services = [service('files', { grants })]
  expect(await applyAllowances(recordsOf({ allowed }), subject, services)).toEqual({ services, warnings: [] })
  const onlyToRead = { ...allowed, hostPaths: [{ path: '/srv/media', writable: false }] }
  await expect(applyAllowances(recordsOf({ allowed: onlyToRead }), subject, services)).rejects.toMatchObject({
    message: expect.stringMatching(/\/srv\/media to write to\.$/),
  })
})

test.each(['preview', 'template'] as const)('a %s runs without, whatever the server allows', async (grantless) => {
  const services = [service('files', { user: 'node', grants }), service('web', null)]
  const allowed = { ...noAllowances, capabilities: ['NET_ADMIN'] }
  const found = await applyAllowances(recordsOf({ grantless, allowed }), subject, services)
  expect(found.services.map(({ configuration }) => configuration.container?.grants ?? null)).toEqual([null, null])
  expect(found.services[0]?.configuration.container?.user).toBe('node')
  expect(found.warnings).toEqual([expect.objectContaining({ code: `${grantless}_without_grants` })])
})
