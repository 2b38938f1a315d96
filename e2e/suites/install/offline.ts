/** An installation from a bundle on a machine that reaches neither the release nor a registry. */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findComposeImages } from '../../../tools/images/find-references.ts'
import { docker } from '../../fixtures/docker.ts'
import { ensureInstallImages } from '../../fixtures/install-images.ts'
import { mustRun } from '../../fixtures/run.ts'
import { eventually } from '../../support/eventually.ts'
import { signUp } from '../../support/installation/install-scenario.ts'
import { startMachine } from '../../support/installation/script-machine.ts'
import type { Shelf } from '../../support/installation/shelf.ts'
import { ask } from '../../support/installed-client.ts'
import { hashFile } from '../../support/release/test-release.ts'
import type { Report } from '../../support/report.ts'
import { url } from './fresh.ts'

const offlineVersion = '1.3.0'
const slowMs = 10 * 60_000
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }
const imagesFile = `images-linux-${architectures[process.arch] ?? process.arch}.tar`

export async function runOffline({ shelf, report }: { shelf: Shelf; report: Report }): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-bundle-'))
  try {
    const bundle = await writeBundle(shelf, folder)
    await using machine = await startMachine(shelf, {}, { isOffline: true })
    const { target } = machine
    await docker(['cp', bundle, `${target.id}:/root/bundle.tar.gz`], { deadlineMs: slowMs })
    await docker(['cp', join(folder, 'install.sh'), `${target.id}:/root/install.sh`])
    await target.mustExec(['ip', 'route', 'del', 'default'])
    const requests = shelf.releases.requests.length + shelf.registry.requests.length
    const args = ['--url', url, '--offline', '/root/bundle.tar.gz', '--yes']
    const { exitCode, stdout, stderr } = await target.exec(['bash', '/root/install.sh', ...args], {
      deadlineMs: slowMs,
    })
    console.error(stderr.replaceAll(/^(?=.)/gm, '  | '))
    if (!report.expect(exitCode === 0, `offline the script ends with ${exitCode}`)) return
    const dashboard = async () => (await ask(machine, { path: '/' })).status === 200
    await eventually('the dashboard is served', dashboard, { withinMs: 120_000, everyMs: 300, retriesErrors: true })
    report.expect((await signUp(machine, stdout)) !== '', 'offline the link creates no account')
    const more = shelf.releases.requests.length + shelf.registry.requests.length - requests
    report.expect(more === 0, `offline the script sends ${more} requests`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeBundle(shelf: Shelf, folder: string): Promise<string> {
  const server = `${shelf.repository}:${offlineVersion}`
  const { postgres, restate } = await ensureInstallImages()
  const compose = await readFile(join(import.meta.dirname, '../../../compose.yaml'), 'utf8')
  const wanted = findComposeImages(compose)
  const names = [server]
  await docker(['tag', shelf.serverImage, server])
  for (const [part, image] of Object.entries({ postgres, restate }))
    for (const name of wanted.filter((each) => each.split(/[/:]/).includes(part))) {
      await docker(['tag', image, name])
      names.push(name)
    }
  const images = join(folder, imagesFile)
  await docker(['save', '--output', images, ...names], { deadlineMs: slowMs })
  await docker(['image', 'rm', ...names])
  const image = `${shelf.repository}@sha256:${'0'.repeat(64)}`
  const release = { version: offlineVersion, image, bundled: { [imagesFile]: await hashFile(images) } }
  const published = await shelf.releases.publish(release)
  const small = [
    'checksums.txt',
    'checksums.txt.sig',
    'version.txt',
    'image.txt',
    'images.txt',
    'notes.md',
    'install.sh',
  ]
  for (const name of small) await copyFile(join(published, name), join(folder, name))
  const bundle = join(folder, 'bundle.tar.gz')
  await mustRun(['env', 'GZIP=-1', 'tar', '-C', folder, '-czf', bundle, ...small, imagesFile], { deadlineMs: slowMs })
  return bundle
}
