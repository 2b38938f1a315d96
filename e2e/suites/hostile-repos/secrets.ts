/** Only the credential's own host sees it: it isn't in arguments, environments, files, errors or at other hosts. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SourceError } from '@longshore/source/git'
import { GitServer } from '../../fixtures/git-server.ts'
import { createRepository } from '../../fixtures/repository.ts'
import { descendantsOf } from '../../support/memory-watch.ts'
import { createSource, type TestEnv } from './test-env.ts'

const credential = { username: 'user@example.com', password: `p4ss w0rd"'$(id)%é-${'x'.repeat(200)}` }

export async function keepSecrets(testEnv: TestEnv): Promise<void> {
  const { report } = testEnv
  await createRepository(join(testEnv.folder, 'private.git'), [{ path: 'index.html', content: 'x'.repeat(3_000_000) }])
  await using server = await GitServer.start({ root: testEnv.folder, credential })
  const runtime = join(testEnv.folder, 'secret-runtime')
  await using git = createSource(runtime)
  const seen = new Set<string>()
  const timer = setInterval(() => inspectFolder(runtime, seen), 2)
  try {
    const remote = { url: server.url('private.git'), credential }
    const call = { signal: AbortSignal.timeout(60_000) }
    for (let round = 0; round < (testEnv.isQuick ? 5 : 30); round += 1) {
      await git.refs(remote, call)
      await using fetched = await git.fetch(remote, { branch: 'main' }, call)
      report.expect((await fetched.list(call)).entries.length === 1, 'a private repository was not read')
    }
    await refuseWrong(testEnv, server.url('private.git'), git)
  } finally {
    clearInterval(timer)
  }
  const needles = [
    credential.password,
    encodeURIComponent(credential.password),
    Buffer.from(credential.password).toString('base64').slice(0, 100),
  ]
  const leaks = [...seen].filter((text) => needles.some((needle) => text.includes(needle)))
  report.expect(seen.size > 10, `only ${seen.size} items were checked`)
  report.expect(leaks.length === 0, `the password was seen in ${leaks.map((text) => text.slice(0, 80)).join(' | ')}`)
  report.figure('looked_at', seen.size)
  report.expect(
    server.requests.every(({ line }) => !line.includes('p4ss')),
    'the password was in an address',
  )
  await askElsewhere(testEnv)
}

async function refuseWrong(testEnv: TestEnv, url: string, git: ReturnType<typeof createSource>): Promise<void> {
  for (const wrong of [
    { ...credential, password: 'other' },
    { username: 'x', password: credential.password },
  ]) {
    const error = await git
      .refs({ url, credential: wrong }, { signal: AbortSignal.timeout(20_000) })
      .catch((caught: unknown) => caught)
    const text = error instanceof SourceError ? `${error.message}${error.hint}${String(error.cause)}` : ''
    testEnv.report.expect(
      error instanceof SourceError && error.code === 'repository_access_denied',
      `a wrong password ended with ${String(error)}`,
    )
    testEnv.report.expect(!text.includes('p4ss') && !text.includes('other'), 'the password is in the error')
  }
}

/** Another host that asks for a password doesn't get one. */
async function askElsewhere(testEnv: TestEnv): Promise<void> {
  await using thief = await GitServer.start({
    root: testEnv.folder,
    credential: { username: 'never', password: 'given' },
  })
  await using first = await GitServer.start({
    root: testEnv.folder,
    intercept: (request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${thief.port}${request.url}` }).end()
      return true
    },
  })
  await using git = createSource(join(testEnv.folder, 'elsewhere'))
  const error = await git
    .refs({ url: first.url('private.git'), credential }, { signal: AbortSignal.timeout(20_000) })
    .catch((caught: unknown) => caught)
  testEnv.report.expect(
    error instanceof SourceError && error.code === 'repository_moved',
    `a redirect ended with ${String(error)}`,
  )
  testEnv.report.expect(thief.requests.length === 0, 'another host was asked')
}

/** Arguments and environments of all child processes, and every small file that git wrote. */
function inspectFolder(runtime: string, seen: Set<string>): void {
  for (const id of descendantsOf(process.pid))
    for (const name of ['cmdline', 'environ']) {
      const text = read(`/proc/${id}/${name}`)
      // Processes of the test's CGI server carry the request, but not the credential.
      if (text !== '') seen.add(`${name} ${text}`)
    }
  for (const file of filesBelow(runtime, 4)) seen.add(`${file} ${read(file).slice(0, 20_000)}`)
}

function filesBelow(folder: string, depth: number): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isFile()) return /\.(?:pack|idx|rev)$|tmp_/.test(entry.name) ? [] : [path]
      return entry.isDirectory() && depth > 0 ? filesBelow(path, depth - 1) : []
    })
  } catch {
    return []
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
