/** Everything on the machine that a tenant must not reach, with its actual addresses. */
import type { Target } from '../../fixtures/target.ts'
import { metadataUrl } from '../../support/metadata-service.ts'
import type { Tenants } from './test-env.ts'

export const metadataPlace = `${new URL(metadataUrl).hostname}:80`
/** Ports of the control plane's services, inside their containers. */
const servicePorts = { postgres: [5432], restate: [5122, 8080, 9070], worker: [9461, 9462], api: [8460, 8461] }
/** Ports on the machine itself: the api, a database, Docker, Caddy's default admin port, and Restate. */
const machinePorts = [8460, 8461, 5432, 2375, 2376, 2019, 8080, 9070, 9461, 9462]

export interface Places {
  readonly forbidden: readonly string[]
  /** An address that every app can connect to. It shows that the probe works at all. */
  readonly allowed: string
}

export async function findPlaces({ testEnv, attacker, victim }: Tenants): Promise<Places> {
  const { target } = testEnv
  const containers = await inspectAll(target)
  const forbidden = new Set<string>()
  for (const [service, ports] of Object.entries(servicePorts)) {
    const found = containers.filter(({ Config }) => Config.Labels['com.docker.compose.service'] === service)
    if (found.length === 0) throw new Error(`there is no container of ${service}`)
    for (const address of found.flatMap(addressesOf)) for (const port of ports) forbidden.add(`${address}:${port}`)
  }
  const ofApp = (environmentId: string) =>
    containers.filter(({ Config }) => Config.Labels['longshore.environment'] === environmentId)
  const victims = ofApp(victim.environmentId).flatMap(addressesOf)
  if (victims.length === 0) throw new Error('the victim does not run')
  for (const address of victims) forbidden.add(`${address}:3000`)
  const gateways = ofApp(attacker.environmentId)
    .flatMap(networksOf)
    .map(({ Gateway }) => Gateway)
  for (const address of [...gateways, '10.201.0.1', target.address])
    for (const port of machinePorts) forbidden.add(`${address}:${port}`)
  forbidden.add(metadataPlace)
  const { port, hostname } = new URL(testEnv.gitUrl(''))
  return { forbidden: [...forbidden].sort(), allowed: `${hostname}:${port}` }
}

interface InspectedNetwork {
  Gateway: string
  IPAddress: string
}

interface InspectedContainer {
  Config: { Labels: Record<string, string> }
  NetworkSettings: { Networks: Record<string, InspectedNetwork> }
}

async function inspectAll(target: Target): Promise<InspectedContainer[]> {
  const ids = (await target.mustExec(['docker', 'ps', '--quiet'])).split('\n').filter((id) => id !== '')
  return JSON.parse(await target.mustExec(['docker', 'inspect', ...ids]))
}

function networksOf({ NetworkSettings }: InspectedContainer): InspectedNetwork[] {
  return Object.values(NetworkSettings.Networks)
}

function addressesOf(container: InspectedContainer): string[] {
  return networksOf(container)
    .map(({ IPAddress }) => IPAddress)
    .filter((address) => address !== '')
}
