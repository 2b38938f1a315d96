import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFile } from '../../../tools/release/checksums.ts'
import { loadCompose } from '../../fixtures/compose-plugin.ts'
import { docker } from '../../fixtures/docker.ts'
import { mustRun, type Output } from '../../fixtures/run.ts'
import { startTarget, type Target } from '../../fixtures/target.ts'
import { readState } from '../../support/installation/machine-state.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'
import { byCosign, byOpenssl, signWithOtherKey } from './signatures.ts'

const slowMs = 10 * 60_000
const architectures: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }
const architecture = architectures[process.arch] ?? process.arch
const images = `images-linux-${architecture}.tar`
const small = ['version.txt', 'image.txt', 'images.txt', 'notes.md', 'install.sh', 'checksums.txt', 'checksums.txt.sig']

interface Forgery {
  readonly what: string
  readonly code: number
  /** The file that the message names. */
  readonly named?: string
  /** The folder has the files of the bundle, with another archive of images. */
  readonly change: (folder: string) => Promise<void>
}

const forgeries: readonly Forgery[] = [
  {
    what: 'a changed bundle',
    code: 32,
    named: 'notes.md',
    change: (folder) => appendFile(join(folder, 'notes.md'), 'changed'),
  },
  { what: 'a bundle with another archive of images', code: 32, named: images, change: async () => undefined },
  { what: 'a bundle with another archive and its checksum', code: 31, change: listOtherImages },
  {
    what: 'a bundle that another key signed',
    code: 31,
    async change(folder) {
      await listOtherImages(folder)
      await signWithOtherKey(folder)
    },
  },
]

/** On a new machine without a network, the release's own install.sh accepts its bundle, and refuses changed ones. */
export async function checkBundles(release: MadeRelease, report: Report): Promise<void> {
  const name = `longshore-${release.version}-linux-${architecture}.tar.gz`
  await using target = await startTarget()
  await loadCompose(target)
  await target.mustExec(['ip', 'route', 'del', 'default'])
  await docker(['cp', join(release.folder, 'install.sh'), `${target.id}:/root/install.sh`])
  const before = await readState(target)
  const accepted = await dryRun(target, join(release.folder, name))
  const isDryRun = accepted.exitCode === 0 && accepted.stderr.includes('dry run')
  report.expect(isDryRun, `install.sh ends with ${accepted.exitCode} for ${name}`)
  for (const forgery of forgeries) {
    const copy = await mkdtemp(join(tmpdir(), 'longshore-forged-bundle-'))
    try {
      await writeForgery(release, { copy, name, change: forgery.change })
      report.expect(!(await byCosign(release, copy, name)), `cosign accepts ${forgery.what}`)
      report.expect(!(await byOpenssl(release, copy, name)), `openssl accepts ${forgery.what}`)
      const { exitCode, stderr } = await dryRun(target, join(copy, name))
      report.expect(exitCode === forgery.code, `install.sh ends with ${exitCode} for ${forgery.what}`)
      report.expect(stderr.includes(forgery.named ?? ''), `the message for ${forgery.what} lacks ${forgery.named}`)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  }
  report.expect((await readState(target)) === before, 'a dry run or a refused bundle changes the machine')
  report.figure('forged_bundles', forgeries.length)
}

/** Unpacks on the disk: /tmp of the machine is memory. */
async function dryRun(target: Target, bundle: string): Promise<Output> {
  await docker(['cp', bundle, `${target.id}:/root/bundle.tar.gz`], { deadlineMs: slowMs })
  const args = ['--url', 'https://deploy.example.com', '--skip-dns', '--dry-run', '--offline', '/root/bundle.tar.gz']
  const script = ['env', 'TMPDIR=/var/tmp', 'bash', '/root/install.sh', ...args]
  const result = await target.exec(script, { deadlineMs: slowMs })
  console.error(`${result.stderr.replaceAll(/^(?=.)/gm, '  | ')}  exit code ${result.exitCode}`)
  return result
}

/** Writes the bundle next to the signature of the real one. */
async function writeForgery(
  { folder }: MadeRelease,
  { copy, name, change }: { copy: string; name: string; change: Forgery['change'] },
): Promise<void> {
  for (const each of [...small, `${name}.sig`]) await copyFile(join(folder, each), join(copy, each))
  await writeFile(join(copy, images), 'images from somebody else')
  await change(copy)
  await mustRun(['tar', '-czf', join(copy, name), '-C', copy, '--', ...small, images])
}

async function listOtherImages(folder: string): Promise<void> {
  const path = join(folder, 'checksums.txt')
  const listed = (await readFile(path, 'utf8')).split('\n').filter((line) => !line.endsWith(`  ${images}`))
  await writeFile(path, [`${await hashFile(join(folder, images))}  ${images}`, ...listed].join('\n'))
}
