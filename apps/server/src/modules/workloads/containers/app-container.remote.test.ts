import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import { appContainer, commandContainer } from './app-container.remote.ts'

const id = '00000000-0000-4000-8000-000000000001'
const subject = {
  organizationId: brandId<'org'>(id),
  environmentId: brandId<'env'>(id),
  deploymentId: brandId<'dep'>(id),
}

function optionsOf(container: object | null) {
  const service = {
    serviceId: brandId<'svc'>(id),
    name: 'files',
    kind: 'worker' as const,
    configuration: ServiceConfiguration.parse({ container }),
  }
  return { subject, service, image: { id: 'sha256:1' }, environment: [], files: [], volumeOf: () => 'data' }
}

test('every container of a service names the parts of the server that the service uses', () => {
  const grants = {
    hostMounts: [{ source: '/srv/media', path: '/media', readOnly: true }],
    capabilities: ['NET_ADMIN'],
    devices: ['/dev/dri'],
  }
  expect(appContainer(optionsOf({ grants }), 0).grants).toEqual(grants)
  const command = { id: brandId<'cmd'>(id), words: ['ls'] }
  expect(commandContainer(optionsOf({ grants }), command).grants).toEqual(grants)
})

test('a service without them names none', () => {
  expect(appContainer(optionsOf(null), 0)).not.toHaveProperty('grants')
  expect(appContainer(optionsOf({ user: 'node' }), 0)).not.toHaveProperty('grants')
})
