/** Hostile text in every field that names a repository, a branch, a folder or a project: refused, or inert. */

import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isQuick } from '../../support/command-line.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { makePayloads } from '../../support/payloads.ts'
import { ask, type Member, newMember, nodeApp, type TestEnv, waitForEnd } from './test-env.ts'

const folder = '/var/tmp'

export async function proveInjection(testEnv: TestEnv): Promise<void> {
  const { report, gitea, ada } = testEnv
  await gitea.createRepository(ada, { name: 'target', files: nodeApp })
  const payloads = makePayloads(randomBytes(4).toString('hex'))
  const seeded = join(folder, `${payloads.canary}planted`)
  await writeFile(seeded, '')
  report.expect((await findCanaries(payloads.canary)).length === 1, 'a planted canary was not found')
  await rm(seeded)
  const member = await newMember(testEnv)
  const watch = watchArguments(payloads.canary)
  const counts = { tried: 0, refused: 0, accepted: 0, errors: 0 }
  // The quick form tries each payload in one field, alternating between fields.
  const tries = payloads.all.flatMap((payload, at) =>
    fieldsOf(member, payload).map((field, place) => ({ field, at: at + place })),
  )
  const chosen = isQuick ? tries.filter(({ at }) => at % 18 === 0) : tries
  const made: string[] = []
  await inParallel(chosen, 6, async ({ field }) => {
    const answer = await field()
    counts.tried += 1
    if (answer.status >= 500) counts.errors += 1
    else if (answer.status >= 300) counts.refused += 1
    else {
      counts.accepted += 1
      if (typeof answer.body?.id === 'string') made.push(answer.body.id)
    }
  })
  for (const id of made) await waitForEnd(member, id, 300_000)
  const inArguments = await watch.stop()
  const executed = await findCanaries(payloads.canary)
  for (const [name, count] of Object.entries(counts)) report.figure(`payloads_${name}`, count)
  report.figure('executed', executed.length)
  report.expect(executed.length === 0, `executed: ${executed.join(', ')}`)
  report.expect(counts.errors === 0, `${counts.errors} answers of 500 and above`)
  report.expect(inArguments.length === 0, `in an argument as an option: ${inArguments.join(' | ')}`)
  for (const file of executed) await rm(join(folder, file), { force: true })
}

type Try = () => Promise<{ status: number; body: { readonly id?: unknown } | null }>

function fieldsOf(member: Member, payload: string): Try[] {
  const { providerId, testEnv } = member
  const good = { providerId, fullName: 'ada/target' }
  const create = (body: object) => () => ask(member, 'POST', '/projects', { name: 'Target', repository: good, ...body })
  const analyze = (query: Record<string, string>) => async () => {
    // The HTTP server refuses a request line of that length before it reaches a handler.
    if (payload.length > 8_000) return { status: 414, body: null }
    return await ask(member, 'GET', `/projects/analyze-repo?${new URLSearchParams(query)}`)
  }
  const tries = [
    create({ name: payload }),
    create({ description: payload }),
    create({ branch: payload }),
    create({ rootDirectory: payload }),
    create({ repository: { ...good, fullName: payload } }),
    create({ repository: { ...good, fullName: `ada/${payload}` } }),
    create({ repository: { url: payload } }),
    create({ repository: { url: `${testEnv.gitea.url}/ada/${payload}` } }),
    create({ repository: { url: `${testEnv.gitea.url}/ada/target`, rootDirectory: payload } }),
    create({ repository: undefined, image: payload }),
    create({ repository: undefined, image: `nginx:${payload}` }),
    create({ repository: undefined, compose: `services:\n  web:\n    image: ${JSON.stringify(payload)}\n` }),
  ]
  if (payload.length > 8_000) return tries
  return [
    ...tries,
    analyze({ providerId, repo: payload }),
    analyze({ url: `${testEnv.gitea.url}/ada/target`, branch: payload }),
    analyze({ url: `${testEnv.gitea.url}/ada/target`, rootDirectory: payload }),
  ]
}

async function findCanaries(canary: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.startsWith(canary))
}

/** Searches the arguments of every running program for one that begins with a dash and contains a canary. */
function watchArguments(canary: string): { stop(): Promise<string[]> } {
  const found = new Set<string>()
  let isOn = true
  const loop = async () => {
    while (isOn) {
      for (const processId of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const args = (await readFile(`/proc/${processId}/cmdline`, 'utf8').catch(() => '')).split('\0')
        if (args[0]?.endsWith('git') !== true) continue
        for (const word of args) if (word.startsWith('-') && word.includes(canary)) found.add(word)
      }
      await delay(20)
    }
  }
  const done = loop()
  return {
    async stop() {
      isOn = false
      await done
      return [...found]
    },
  }
}
