/** Text that a careless program would run as a command, through every field that reaches a provider or git. */

import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { call, type SignedIn } from '../../support/client.ts'
import { isQuick } from '../../support/command-line.ts'
import type { Instance } from '../../support/instance.ts'
import { makePayloads } from '../../support/payloads.ts'
import type { Report } from '../../support/report.ts'
import type { FilledGitProvider } from './git-providers.ts'

const folder = '/var/tmp'

export async function proveNothingRuns(options: {
  instance: Instance
  person: SignedIn
  report: Report
  gitProvider: FilledGitProvider
}): Promise<void> {
  const { instance, person, report, gitProvider } = options
  const { all, canary } = makePayloads(randomBytes(6).toString('hex'))
  let sent = 0
  const ask = async (method: string, path: string, body?: unknown) => {
    sent += 1
    const answer = await call(instance, method, `/api/v1${path}`, {
      token: person.token,
      ...(body === undefined ? {} : { body }),
    })
    report.expect(answer.status !== 500, `${method} ${path.slice(0, 150)} answers 500`)
    return answer
  }
  const { kind, token, url } = gitProvider
  const { id } = (await ask('POST', '/git-provider/save-token', { kind, token, baseUrl: url })).body
  // The real git runs for these, so the quick form uses a part of the corpus.
  const forGit = isQuick ? all.filter((_, index) => index % 6 === 0) : all
  for (const payload of all) {
    const text = encodeURIComponent(payload.slice(0, 4_000))
    await ask('GET', `/git-providers/repositories?q=${text}`)
    await ask('GET', `/git-providers/repositories?cursor=${text}`)
    await ask('GET', `/git-providers/${id}/repos/${text}/branches`)
    await ask('GET', `/git-providers/${id}/repos/${encodeURIComponent(`ann/${payload.slice(0, 2_000)}`)}/branches`)
    await ask('GET', `/git-providers/${id}/repos/ann%2Fshop/branches?cursor=${text}`)
    await ask('POST', '/git-provider/save-token', { kind, token: payload.slice(0, 2_000), baseUrl: url })
    await ask('POST', '/git-provider/save-token', { kind, token, baseUrl: `${url}/${payload}` })
    await ask('POST', '/git-provider/save-token', { kind: 'bitbucket', token, username: payload, baseUrl: url })
    await ask('POST', '/git-providers/github-app', { organization: payload })
    await ask('POST', '/git-providers/github-app/complete', { code: payload, state: payload })
  }
  for (const payload of forGit) {
    const text = encodeURIComponent(payload.slice(0, 4_000))
    const repository = `providerId=${id}&repo=${encodeURIComponent('ann/shop')}`
    await ask('GET', `/projects/analyze-repo?providerId=${id}&repo=${text}`)
    await ask('GET', `/projects/analyze-repo?${repository}&branch=${text}`)
    await ask('GET', `/projects/analyze-repo?${repository}&rootDirectory=${text}`)
    await ask('GET', `/projects/analyze-repo?url=${encodeURIComponent(`${url}/ann/${payload.slice(0, 2_000)}`)}`)
  }
  const executed = (await readdir(folder)).filter((file) => file.startsWith(canary))
  report.expect(executed.length === 0, `executed: ${executed.join(', ')}`)
  report.figure('injection_requests', sent)
  report.figure('injection_executed', executed.length)
  const seeded = join(folder, `${canary}planted`)
  await writeFile(seeded, '')
  report.expect(
    (await readdir(folder)).some((file) => file.startsWith(canary)),
    'a planted canary is not seen',
  )
  await rm(seeded)
}
