/**
 * Prebuilt images from a registry with a password, by tag and by digest as CI provides it. Nothing is built, a rollback
 * needs no registry, and images that no kept release needs are removed from the server's disk.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@longshore/sdk'
import { ensureEchoServer } from '../../fixtures/echo-server.ts'
import { ImageRegistry } from '../../fixtures/image-registry.ts'
import { type App, type DeployServer, type DeployTestEnv, nodeApp, webService } from '../../support/deploy-test-env.ts'
import { removeEnvironment } from '../../support/deployments/deploy-scenario.ts'
import { visit } from '../../support/deployments/visits.ts'
import { ask, mustAsk } from '../../support/servers.ts'

/** The default of the worker setting. */
const keptReleases = 5
const retiredWithinMs = 240_000
const repository = 'team/shop'

export async function deployImages(testEnv: DeployTestEnv, home: DeployServer): Promise<void> {
  const { report } = testEnv
  await using registry = await ImageRegistry.start({ username: 'ci', password: 'pass:word %41' })
  await using _way = await registry.bringTo(home.target)
  const program = await ensureEchoServer()
  const publish = (text: string) => registry.publish(repository, 'latest', { program, environment: [`ANSWER=${text}`] })
  const given = publish('one')
  const image = `${registry.host}/${repository}:latest`
  const services = [webService({ source: { builder: 'image', image } })]
  const app = await testEnv.createApp('images', { files: nodeApp('unused'), services, server: home })

  const refused = await testEnv.waitFor(app, await testEnv.deploy(app))
  report.expect(refused.error?.code === 'registry_refused', `without a login: ${JSON.stringify(refused.error)}`)
  await logIn(testEnv, registry)
  const first = await deploy(testEnv, app, {})
  const hostname =
    (await mustAsk<Environment>(testEnv, 'GET', `/environments/${app.environmentId}`)).domains[0]?.hostname ?? ''
  const expectAnswer = async (wanted: string) => {
    const answer = await visit(home, hostname)
    report.expect(answer === wanted, `it answers "${answer}" and not "${wanted}"`)
  }
  await expectAnswer('one')

  const byDigest = publish('two')
  await deploy(testEnv, app, { images: { web: byDigest } })
  await expectAnswer('two')

  const asked = registry.requests.length
  const rollback = `/environments/${app.environmentId}/deployments/${first.id}/rollback`
  const back = await testEnv.waitFor(app, (await mustAsk(testEnv, 'POST', rollback)).id)
  report.expect(back.status === 'live', `the rollback: ${JSON.stringify(back.error)}`)
  await expectAnswer('one')
  report.expect(registry.requests.length === asked, 'the rollback asked the registry')

  for (let number = 0; number < keptReleases + 2; number += 1)
    await deploy(testEnv, app, { images: { web: publish(`version ${number}`) } })
  await expectAnswer(`version ${keptReleases + 1}`)
  await expectFew(testEnv, home, { app, given, most: keptReleases + 1 })
  await removeEnvironment(testEnv, app)
  await expectFew(testEnv, home, { app, given, most: 0 })
}

/** With the wrong password nothing is saved. */
async function logIn(testEnv: DeployTestEnv, { host, account }: ImageRegistry): Promise<void> {
  const wrong = await ask(testEnv, 'POST', '/registries', { host, ...account, password: 'wrong' })
  testEnv.report.expect(wrong.status === 422, `a wrong password is answered ${wrong.status} ${wrong.text}`)
  await mustAsk(testEnv, 'POST', '/registries', { host, ...account })
}

async function deploy(testEnv: DeployTestEnv, app: App, body: Record<string, unknown>): Promise<{ id: string }> {
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app, body))
  testEnv.report.expect(deployment.status === 'live', `an image: ${JSON.stringify(deployment.error)}`)
  return deployment
}

/** Old releases are still being retired after a version is live. */
async function expectFew(
  { report }: DeployTestEnv,
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

/** Compares ids, because untagged images are on the disk as well. */
async function listImages({ target }: DeployServer, app: App, given: string): Promise<string[]> {
  const [name = ''] = given.split('@')
  const args = ['docker', 'images', '--all', '--digests', '--no-trunc', '--format', '{{.ID}} {{.Repository}}']
  const lines = (await target.mustExec(args)).split('\n')
  const ours = lines.filter((line) => line.includes(name) || line.includes(`longshore/${app.environmentId}`))
  return [...new Set(ours.map((line) => line.split(' ')[0] ?? ''))]
}
