/** Publishes a release to a real bare repository, with programs that only remember their calls. */
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readOptions } from './options.ts'
import { publish } from './publish.ts'
import { run } from './run.ts'

const version = '1.4.0'
const image = 'registry.example/longshore'
const secrets = {
  COSIGN_PASSWORD: 'password-of-the-key',
  COSIGN_PRIVATE_KEY: 'text-of-the-key',
  NPM_TOKEN: 'token-for-npm',
  RELEASE_UPLOAD_KEY_ID: 'id-of-the-bucket',
  RELEASE_UPLOAD_SECRET: 'secret-of-bucket',
}
const settings = {
  RELEASE_BASE_URL: 'https://releases.example',
  RELEASE_IMAGE: image,
  RELEASE_KEY: 'env://COSIGN_PRIVATE_KEY',
  RELEASE_SOURCE: 'https://git.example/longshore',
  RELEASE_UPLOAD_URL: 'https://bucket.example/releases/',
  RELEASE_UPLOAD_REGION: 'eu-1',
}
let fake = ''
let commit = ''

beforeEach(async () => {
  fake = await mkdtemp(join(tmpdir(), 'longshore-publish-'))
  const author = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example', GIT_CONFIG_GLOBAL: '/dev/null' }
  const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example' }
  const environment = { ...secrets, ...settings, ...author, ...committer }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  await createRepositories()
  await createRelease()
  await mkdir(join(fake, 'bin'))
  for (const name of ['git', 'skopeo', 'cosign', 'npm', 'curl']) {
    await copyFile(join(import.meta.dirname, 'testing/fake-publisher.sh'), join(fake, 'bin', name))
    await chmod(join(fake, 'bin', name), 0o755)
  }
  vi.stubEnv('PATH', `${join(fake, 'bin')}:${process.env.PATH}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(fake, { recursive: true, force: true })
})

/** `origin` is bare, `repository` is the maintainer's checkout, and `checkout` is the clone with the release's commit and tag. */
async function createRepositories(): Promise<void> {
  const at = (name: string) => join(fake, name)
  await run(['git', 'init', '--quiet', '--bare', '--initial-branch=main', at('origin')])
  await run(['git', 'clone', '--quiet', at('origin'), at('repository')])
  await commitTo('repository', 'first')
  await run(['git', '-C', at('repository'), 'push', '--quiet', 'origin', 'HEAD:refs/heads/main'])
  await run(['git', 'clone', '--quiet', at('repository'), at('checkout')])
  commit = await commitTo('checkout', `release: ${version}`)
  await run(['git', '-C', at('checkout'), 'tag', '--annotate', '--message', 'x', version])
}

async function commitTo(name: string, message: string): Promise<string> {
  const folder = join(fake, name)
  await run(['git', '-C', folder, 'commit', '--quiet', '--allow-empty', '--message', message])
  return (await run(['git', '-C', folder, 'rev-parse', 'HEAD'])).trim()
}

async function createRelease(): Promise<void> {
  const names = ['checksums.txt', 'install.sh', `longshore-${version}.tgz`, `longshore-sdk-${version}.tgz`]
  await mkdir(join(fake, version))
  for (const name of names) await writeFile(join(fake, version, name), name)
  await writeFile(join(fake, version, 'provenance.json'), '{ "predicate": {} }')
  await writeFile(join(fake, 'feed.json'), '{}')
}

async function publishIt(): Promise<void> {
  const images = { folders: new Map(), tags: new Map(), bases: [], bytes: { amd64: 0, arm64: 0 } }
  const digest = `sha256:${'1'.repeat(64)}`
  const finished = {
    work: fake,
    folder: join(fake, version),
    feed: join(fake, 'feed.json'),
    repository: join(fake, 'repository'),
    checkout: { folder: join(fake, 'checkout'), commit, epoch: 0, notes: '' },
    images: { ...images, image: `${image}@${digest}`, layout: join(fake, 'layout') },
  }
  await publish(finished, readOptions([version, '--publish', '--keyless'], process.env))
}

async function callsOf(...programs: string[]): Promise<string[]> {
  const calls = (await readFile(join(fake, 'calls'), 'utf8')).trim().split('\n')
  return calls.filter((call) => programs.some((name) => call.startsWith(`${name} `)))
}

async function references(name: string): Promise<string> {
  return await run(['git', '-C', join(fake, name), 'for-each-ref', '--format=%(refname) %(objectname)'])
}

test('pushes the commit and tag, the image, the packages, the files, and at the end the feed', async () => {
  await publishIt()
  const calls = await callsOf('git', 'skopeo', 'cosign', 'npm', 'curl')
  const steps = calls.filter((call) => / (?:push|copy|sign|attest|publish) |^curl /.test(call))
  const expected = [
    / push --atomic origin [0-9a-f]{40}:refs\/heads\/main [0-9a-f]{40}:refs\/tags\/1\.4\.0$/,
    /^skopeo copy --all --preserve-digests oci:\S+\/layout:1\.4\.0 docker:\/\/registry\.example\/longshore:1\.4\.0$/,
    /^cosign sign .*--key env:\/\/COSIGN_PRIVATE_KEY .*@sha256:1+$/,
    /^cosign sign --yes --recursive registry\.example\/longshore@sha256:1+$/,
    /^cosign attest .*@sha256:1+$/,
    /^npm publish .*\/longshore-sdk-1\.4\.0\.tgz$/,
    /^npm publish .*\/longshore-1\.4\.0\.tgz$/,
    / https:\/\/bucket\.example\/releases\/1\.4\.0\/checksums\.txt$/,
    / https:\/\/bucket\.example\/releases\/1\.4\.0\/install\.sh$/,
    / https:\/\/bucket\.example\/releases\/1\.4\.0\/longshore-1\.4\.0\.tgz$/,
    / https:\/\/bucket\.example\/releases\/1\.4\.0\/longshore-sdk-1\.4\.0\.tgz$/,
    / https:\/\/bucket\.example\/releases\/1\.4\.0\/provenance\.json$/,
    / https:\/\/bucket\.example\/releases\/feed\.json$/,
  ]
  expect(steps).toHaveLength(expected.length)
  for (const [at, step] of expected.entries()) expect(steps[at]).toMatch(step)
  expect(calls.at(-1)).toBe(steps.at(-1))
  for (const call of await callsOf('curl')) expect(call).toMatch(/ x-amz-content-sha256: [0-9a-f]{64} /)
  const tagged = await run(['git', '-C', join(fake, 'origin'), 'rev-parse', 'main', `${version}^{commit}`])
  expect(tagged).toBe(`${commit}\n${commit}\n`)
})

test('no argument of a program has a secret, and curl reads its own from standard input', async () => {
  await publishIt()
  const calls = (await callsOf('git', 'skopeo', 'cosign', 'npm', 'curl')).join('\n')
  for (const secret of Object.values(secrets)) expect(calls).not.toContain(secret)
  const user = `user = "${secrets.RELEASE_UPLOAD_KEY_ID}:${secrets.RELEASE_UPLOAD_SECRET}"\n`
  expect(await readFile(join(fake, 'input'), 'utf8')).toBe(user.repeat((await callsOf('curl')).length))
})

test('only programs that sign or publish get the secrets', async () => {
  await publishIt()
  const trusted = (await readFile(join(fake, 'trusted'), 'utf8')).trim().split('\n')
  // The push is the only one of three calls of git. curl reads what it needs from standard input.
  expect(trusted).toEqual(['git', 'skopeo', 'cosign', 'cosign', 'cosign', 'npm', 'npm'])
})

test.each<[what: string, prepare: () => Promise<unknown>, undo: () => Promise<unknown>]>([
  [
    'protects the branch',
    async () => {
      await mkdir(join(fake, 'origin/hooks'), { recursive: true })
      await writeFile(join(fake, 'origin/hooks/update'), '#!/bin/sh\n[ "$1" != refs/heads/main ]\n', { mode: 0o755 })
    },
    () => rm(join(fake, 'origin/hooks/update')),
  ],
  [
    'has a newer commit',
    async () => {
      await commitTo('repository', 'second')
      await run(['git', '-C', join(fake, 'repository'), 'push', '--quiet', 'origin', 'HEAD:refs/heads/main'])
    },
    () => run(['git', '-C', join(fake, 'origin'), 'update-ref', 'refs/heads/main', 'main~1']),
  ],
])('publishes nothing if the repository %s, and the same version afterwards', async (_, prepare, undo) => {
  await prepare()
  const before = [await references('origin'), await references('repository')]
  await expect(publishIt()).rejects.toThrow('push')
  expect(await callsOf('skopeo', 'cosign', 'npm', 'curl')).toEqual([])
  expect([await references('origin'), await references('repository')]).toEqual(before)
  await undo()
  await publishIt()
  expect(await references('origin')).toContain(`refs/tags/${version}`)
})

test.each([
  ['the image', '^skopeo', ['cosign', 'npm', 'curl']],
  ['a package', 'npm publish .*/longshore-1', ['curl']],
])('publishes no feed if %s fails', async (_, pattern, later) => {
  await writeFile(join(fake, 'fails'), `${pattern}\n`)
  await expect(publishIt()).rejects.toThrow('refused by the test')
  expect(await callsOf(...later)).toEqual([])
})

test('publishes no feed if a file fails', async () => {
  await writeFile(join(fake, 'fails'), 'curl .*/1.4.0/install.sh$\n')
  await expect(publishIt()).rejects.toThrow('refused by the test')
  expect((await callsOf('curl')).filter((call) => call.endsWith('feed.json'))).toEqual([])
})

test('a missing credential is noticed before anything is pushed', async () => {
  vi.stubEnv('RELEASE_UPLOAD_SECRET', '')
  await expect(publishIt()).rejects.toThrow('RELEASE_UPLOAD_SECRET')
  expect(await readFile(join(fake, 'calls'), 'utf8').catch(() => '')).toBe('')
})
