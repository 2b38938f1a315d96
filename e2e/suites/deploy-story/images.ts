/**
 * Images that somebody else built: from a registry with a password, by tag and by digest as a CI gives it. Nothing is built, a
 * rollback asks nobody, and what no kept release needs does not stay on the server's disk.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ensureAnswerer } from '../../fixtures/echo-server.ts'
import { ImageRegistry } from '../../fixtures/image-registry.ts'
import { type App, type DeployServer, type DeployWorld, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { visit } from '../../support/deployments/visits.ts'
import { ask, mustAsk } from '../../support/servers.ts'

/** As the worker's setting says by itself. */
const keptReleases = 5
const retiredWithinMs = 240_000
const repository = 'team/shop'

export async function deployImages(world: DeployWorld, home: DeployServer): Promise<void> {
  const { report } = world
  await using registry = await ImageRegistry.start({ username: 'ci', password: 'pass:word %41' })
  await using _way = await registry.bringTo(home.target)
  const program = await ensureAnswerer()
  const publish = (text: string) => registry.publish(repository, 'latest', { program, environment: [`ANSWER=${text}`] })
  const given = publish('one')
  const image = `${registry.host}/${repository}:latest`
  const services = [webService({ source: { builder: 'image', image } })]
  const app = await world.createApp('images', { files: nodeApp('unused'), services, server: home })

  const refused = await world.waitFor(app, await world.deploy(app))
  report.expect(refused.error?.code === 'registry_refused', `without a login: ${JSON.stringify(refused.error)}`)
  await logIn(world, registry)
  const first = await deploy(world, app, {})
  const hostname = (await mustAsk(world, 'GET', `/environments/${app.environmentId}`)).domains[0]?.hostname ?? ''
  const expectAnswer = async (wanted: string) => {
    const answer = await visit(home, hostname)
    report.expect(answer === wanted, `it answers "${answer}" and not "${wanted}"`)
  }
  await expectAnswer('one')

  const byDigest = publish('two')
  await deploy(world, app, { images: { web: byDigest } })
  await expectAnswer('two')

  const asked = registry.requests.length
  const rollback = `/environments/${app.environmentId}/deployments/${first.id}/rollback`
  const back = await world.waitFor(app, (await mustAsk(world, 'POST', rollback)).id)
  report.expect(back.status === 'live', `the rollback: ${JSON.stringify(back.error)}`)
  await expectAnswer('one')
  report.expect(registry.requests.length === asked, 'the rollback asked the registry')

  for (let number = 0; number < keptReleases + 2; number += 1)
    await deploy(world, app, { images: { web: publish(`version ${number}`) } })
  await expectAnswer(`version ${keptReleases + 1}`)
  await expectFew(world, home, { app, given, most: keptReleases + 1 })
  await removeEnvironment(world, app)
  await expectFew(world, home, { app, given, most: 0 })
}

/** With the wrong password nothing is saved. */
async function logIn(world: DeployWorld, { host, account }: ImageRegistry): Promise<void> {
  const wrong = await ask(world, 'POST', '/registries', { host, ...account, password: 'wrong' })
  world.report.expect(wrong.status === 422, `a wrong password is answered ${wrong.status} ${wrong.text}`)
  await mustAsk(world, 'POST', '/registries', { host, ...account })
}

async function deploy(world: DeployWorld, app: App, body: Record<string, unknown>): Promise<{ id: string }> {
  const deployment = await world.waitFor(app, await world.deploy(app, body))
  world.report.expect(deployment.status === 'live', `an image: ${JSON.stringify(deployment.error)}`)
  return deployment
}

/** Retiring goes on after a version is live. */
async function expectFew(
  { report }: DeployWorld,
  server: DeployServer,
  { app, given, most }: { app: App; given: string; most: number },
): Promise<void> {
  for (const deadline = Date.now() + retiredWithinMs; ; await delay(500)) {
    const images = await listImages(server, app, given)
    if (images.length <= most) return
    if (Date.now() < deadline) continue
    report.expect(false, `${images.length} images are on the server, wanted at most ${most}: ${images.join(', ')}`)
    return
  }
}

/** By id: an image without a name is on the disk as well. */
async function listImages({ target }: DeployServer, app: App, given: string): Promise<string[]> {
  const [name = ''] = given.split('@')
  const words = ['docker', 'images', '--all', '--digests', '--no-trunc', '--format', '{{.ID}} {{.Repository}}']
  const lines = (await target.mustExec(words)).split('\n')
  const ours = lines.filter((line) => line.includes(name) || line.includes(`longshore/${app.environmentId}`))
  return [...new Set(ours.map((line) => line.split(' ')[0] ?? ''))]
}
