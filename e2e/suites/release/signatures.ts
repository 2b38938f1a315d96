import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../../fixtures/run.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'

type Check = (folder: string) => Promise<boolean>

/** All verifications accept the release, and each of them refuses what it is for. `checkBundles` covers the bundles. */
export async function checkSignatures(release: MadeRelease, report: Report): Promise<void> {
  const { version } = release
  const checks: Record<string, Check> = {
    cosign: (folder) => byCosign(release, folder, 'checksums.txt'),
    openssl: (folder) => byOpenssl(release, folder, 'checksums.txt'),
    sha256sum: bySums,
  }
  for (const [name, accepts] of Object.entries(checks))
    report.expect(await accepts(release.folder), `${name} refuses the release`)
  for (const each of ['amd64', 'arm64']) {
    const bundle = `longshore-${version}-linux-${each}.tar.gz`
    report.expect(await byCosign(release, release.folder, bundle), `cosign refuses ${bundle}`)
    report.expect(await byOpenssl(release, release.folder, bundle), `openssl refuses ${bundle}`)
  }
  const forgeries: [what: string, by: string[], forge: (folder: string) => Promise<void>][] = [
    ['a changed install.sh', ['sha256sum'], (folder) => appendFile(join(folder, 'install.sh'), '\n')],
    ['a changed CLI', ['sha256sum'], (folder) => appendFile(join(folder, `longshore-${version}.tgz`), 'x')],
    ['changed checksums', ['cosign', 'openssl'], (folder) => appendFile(join(folder, 'checksums.txt'), '\n')],
    ['another signature', ['cosign', 'openssl'], signWithOtherKey],
  ]
  for (const [what, by, forge] of forgeries) {
    const copy = await mkdtemp(join(tmpdir(), 'longshore-forgery-'))
    try {
      await cp(release.folder, copy, { recursive: true, filter: (path) => !path.includes('-linux-') })
      await forge(copy)
      for (const name of by) report.expect((await checks[name]?.(copy)) === false, `${name} accepts ${what}`)
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  }
  report.figure('forgeries', forgeries.length)
}

export async function byCosign({ cosign, publicKey }: MadeRelease, folder: string, name: string): Promise<boolean> {
  const path = join(folder, name)
  const args = ['verify-blob', '--key', publicKey, '--insecure-ignore-tlog=true', '--signature', `${path}.sig`, path]
  return (await runProgram([cosign, ...args])).exitCode === 0
}

/** As the installation script does it on a machine without cosign. */
export async function byOpenssl({ publicKey }: MadeRelease, folder: string, name: string): Promise<boolean> {
  const path = join(folder, name)
  const temporary = await mkdtemp(join(tmpdir(), 'longshore-signature-'))
  try {
    const signature = join(temporary, 'bytes')
    await writeFile(signature, Buffer.from(await readFile(`${path}.sig`, 'utf8'), 'base64'))
    const args = ['dgst', '-sha256', '-verify', publicKey, '-signature', signature, path]
    return (await runProgram(['openssl', ...args])).exitCode === 0
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Archives that only the bundle has are not in the folder. */
async function bySums(folder: string): Promise<boolean> {
  const lines = (await readFile(join(folder, 'checksums.txt'), 'utf8')).split('\n')
  const there = lines.filter((line) => line !== '' && !/ images-linux-/.test(line))
  const stdin = there.map((line) => `${line.replace('  ', `  ${folder}/`)}\n`).join('')
  return (await runProgram(['sha256sum', '--check', '--strict', '--quiet', '-'], { stdin })).exitCode === 0
}

/** Valid, but by another key. */
export async function signWithOtherKey(folder: string): Promise<void> {
  const { createSign, generateKeyPairSync } = await import('node:crypto')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const text = await readFile(join(folder, 'checksums.txt'))
  await writeFile(join(folder, 'checksums.txt.sig'), createSign('sha256').update(text).sign(privateKey, 'base64'))
}
