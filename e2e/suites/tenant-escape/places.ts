/** Everything on the machine that a tenant must not reach, with the addresses that it really has there. */
import type { Target } from '../../fixtures/target.ts'
import type { Json } from '../../support/installed-client.ts'
import type { Tenants } from './world.ts'

const metadataAddress = '169.254.169.254'
export const metadataPlace = `${metadataAddress}:80`
/** Of the control plane's services, inside of their containers. */
const servicePorts = { postgres: [5432], restate: [5122, 8080, 9070], worker: [9461, 9462], api: [8460, 8461] }
/** On the machine itself: the api, a database, Docker, the admin port that Caddy has by default, and the engine. */
const machinePorts = [8460, 8461, 5432, 2375, 2376, 2019, 8080, 9070, 9461, 9462]

export interface Places {
  readonly forbidden: readonly string[]
  /** What every app may connect to: shows that the probe can connect at all. */
  readonly allowed: string
}

export async function findPlaces({ world, attacker, victim }: Tenants): Promise<Places> {
  const { target } = world
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
  const { port, hostname } = new URL(world.gitUrl(''))
  return { forbidden: [...forbidden].sort(), allowed: `${hostname}:${port}` }
}

async function inspectAll(target: Target): Promise<Json[]> {
  const ids = (await target.mustExec(['docker', 'ps', '--quiet'])).split('\n').filter((id) => id !== '')
  return JSON.parse(await target.mustExec(['docker', 'inspect', ...ids]))
}

function networksOf({ NetworkSettings }: Json): Json[] {
  return Object.values(NetworkSettings.Networks)
}

function addressesOf(container: Json): string[] {
  return networksOf(container)
    .map(({ IPAddress }) => IPAddress)
    .filter((address) => address !== '')
}

/** A neighbor of the machine at the address where clouds keep the machine's credentials; it answers everyone. */
export async function startMetadataService(target: Target): Promise<void> {
  const script = `set -eu
ip netns add metadata
ip link add metadata0 type veth peer name inside netns metadata
ip addr add 169.254.1.1/16 dev metadata0
ip link set metadata0 up
ip -n metadata addr add ${metadataAddress}/16 dev inside
ip -n metadata link set inside up
`
  await target.mustExec(['sh', '-s'], { stdin: script })
  const listen =
    'my $s = IO::Socket::INET->new(LocalPort => 80, Listen => 10, ReuseAddr => 1) or die; while (my $c = $s->accept) { print $c "credentials"; close $c }'
  const words = [
    '--unit=metadata',
    '--quiet',
    'ip',
    'netns',
    'exec',
    'metadata',
    'perl',
    '-MIO::Socket::INET',
    '-e',
    listen,
  ]
  await target.mustExec(['systemd-run', ...words])
}
