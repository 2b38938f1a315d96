/** An installation in a folder, for the host script with programs that only remember their calls. */
import { execFile } from 'node:child_process'
import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = join(import.meta.dirname, '../../../deploy/host/main.sh')
const repository = 'registry.test/longshore'
const imagesFile = `images-linux-${process.arch === 'x64' ? 'amd64' : process.arch}.tar`
const bundledImages = 'images'
export const imageOf = (version: string) => `${repository}@sha256:${version.replaceAll('.', '').padEnd(64, '0')}`

export interface UpgradeMachine extends AsyncDisposable {
  readonly folder: string
  publish(version: string): Promise<void>
  /** Returns the path of the offline bundle. */
  bundle(version: string, images?: string): Promise<string>
  /** Patterns of calls to Docker that fail, at which the script is killed, or that wait for the repair. */
  break(how: 'fails' | 'kills' | 'waits', pattern: string): Promise<void>
  repair(): Promise<void>
  /** Returns the exit code; null if it was killed. */
  run(...args: string[]): Promise<number | null>
  calls(): Promise<string[]>
  /** Everything that runs printed for a person. */
  messages(): string
  read(path: string): Promise<string>
  status(): Promise<{ state: string; message: string }>
  /** Version in the files, and images of both containers. */
  state(): Promise<string>
}

export async function createUpgradeMachine(): Promise<UpgradeMachine> {
  const fake = await mkdtemp(join(tmpdir(), 'longshore-upgrade-'))
  const folder = join(fake, 'installation')
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  for (const name of ['bin', 'releases', 'installation/release', 'installation/deploy'])
    await mkdir(join(fake, name), { recursive: true })
  for (const name of ['docker', 'curl'])
    await copyFile(join(import.meta.dirname, `fake-${name}.sh`), join(fake, 'bin', name))
  await writeFile(join(fake, 'bin/sleep'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(folder, 'compose.yaml'), 'old files\n')
  await writeFile(join(folder, '.env'), `LONGSHORE_IMAGE=${imageOf('1.0.0')}\n`)
  await writeFile(join(folder, 'release/version.txt'), '1.0.0\n')
  await writeFile(join(folder, 'release-key.pub'), keys.publicKey.export({ type: 'spki', format: 'pem' }))
  for (const name of ['api', 'worker']) await writeFile(join(fake, `${name}.image`), `${imageOf('1.0.0')}\n`)
  let messages = ''
  const read = async (path: string) => (await readFile(join(folder, path), 'utf8').catch(() => '')).trim()
  const environment = {
    PATH: `${join(fake, 'bin')}:${process.env.PATH}`,
    ...{ FAKE: fake, LONGSHORE_FOLDER: folder, LONGSHORE_PROGRAM: join(fake, 'longshore') },
    ...{ LONGSHORE_BASE_URL: 'https://releases.test', LONGSHORE_IMAGE_REPOSITORY: repository },
    ...{ LONGSHORE_SYSTEMD_RUN: join(fake, 'none'), LONGSHORE_UPGRADE_FREE_MB: '1' },
  }
  return {
    folder,
    read,
    publish: (version) => publish(join(fake, 'releases'), version, keys.privateKey),
    async bundle(version, images = bundledImages) {
      await writeFile(join(fake, 'releases', version, imagesFile), images)
      const path = join(fake, `${version}.tar.gz`)
      const folder = join(fake, 'releases', version)
      await promisify(execFile)('tar', ['-czf', path, '-C', folder, ...(await readdir(folder))])
      return path
    },
    break: (how, pattern) => writeFile(join(fake, how), `${pattern}\n`),
    async repair() {
      for (const name of ['fails', 'kills', 'waits', 'calls']) await rm(join(fake, name), { force: true })
    },
    async run(...args) {
      const { promise, resolve } = Promise.withResolvers<number | null>()
      const child = execFile(script, ['upgrade', ...args], { env: environment, timeout: 30_000 }, () => undefined)
      child.stderr?.on('data', (text: string) => {
        messages += text
      })
      child.on('close', resolve)
      await writeFile(join(fake, 'pid'), String(child.pid))
      return await promise
    },
    calls: async () => (await readFile(join(fake, 'calls'), 'utf8')).trim().split('\n'),
    messages: () => messages,
    status: async () => JSON.parse(await read('upgrade/status.json')),
    async state() {
      const images = await Promise.all(['api', 'worker'].map((name) => readFile(join(fake, `${name}.image`), 'utf8')))
      return [await read('release/version.txt'), await read('compose.yaml'), await read('.env'), ...images].join('\n')
    },
    [Symbol.asyncDispose]: () => rm(fake, { recursive: true, force: true }),
  }
}

async function publish(releases: string, version: string, key: Parameters<ReturnType<typeof createSign>['sign']>[0]) {
  const folder = join(releases, version)
  await mkdir(folder, { recursive: true })
  const files: Record<string, string> = {
    ...{ 'version.txt': `${version}\n`, 'image.txt': `${imageOf(version)}\n`, 'images.txt': '' },
    ...{ 'notes.md': `## ${version}\n`, 'install.sh': `# ${version}\n` },
  }
  const lines = Object.entries({ ...files, [imagesFile]: bundledImages }).map(
    ([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`,
  )
  files['checksums.txt'] = lines.join('')
  files['checksums.txt.sig'] = createSign('sha256').update(lines.join('')).sign(key, 'base64')
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  await writeFile(join(releases, 'feed.json'), JSON.stringify({ version }))
}
