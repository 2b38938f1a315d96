/** An organization doesn't see another one's view of a provider, and an expired token is noticed. */

import { connectAsSuperuser } from '../../../apps/server/src/testing/superuser.ts'
import { type Answer, call, type SignedIn, signUp } from '../../support/client.ts'
import { startGithub } from '../../support/git-providers/github.ts'
import { addRepository, createModel } from '../../support/git-providers/model.ts'
import type { Instance } from '../../support/instance.ts'
import type { Report } from '../../support/report.ts'
import type { FilledGitProvider } from './git-providers.ts'

export async function proveTenants(
  instance: Instance,
  report: Report,
  gitProviders: readonly FilledGitProvider[],
): Promise<void> {
  const [ann, bob] = [await signUp(instance), await signUp(instance)]
  const ask = async (person: SignedIn, method: string, path: string, body?: unknown) =>
    await call(instance, method, `/api/v1${path}`, { token: person.token, ...(body === undefined ? {} : { body }) })
  const connect = async (person: SignedIn, kind: string, token: string, baseUrl: string) => {
    const saved = await ask(person, 'POST', '/git-provider/save-token', { kind, token, baseUrl })
    report.expect(saved.status === 200, `${kind} is connected: ${saved.text.slice(0, 200)}`)
    report.expect(!saved.text.includes(token), `${kind}: the token is not shown`)
    return String(saved.body?.id)
  }
  for (const { kind, token, url } of gitProviders) await connect(ann, kind, token, url)
  const model = createModel('bob')
  addRepository(model, { name: 'only-bobs', isPrivate: true })
  await using github = await startGithub(model)
  const bobs = await connect(bob, 'github', model.token, github.url)

  const names = async (person: SignedIn, query = '') => {
    const found: string[] = []
    for (let cursor = '', page = 0; page < 20; page += 1) {
      const answer = (await ask(person, 'GET', `/git-providers/repositories?limit=3${query}${cursor}`)).body
      found.push(
        ...answer.items.map((item: { fullName: string; providerId: string }) => `${item.providerId} ${item.fullName}`),
      )
      if (answer.nextCursor === null) return found
      cursor = `&cursor=${answer.nextCursor}`
    }
    return found
  }
  const [hers, his] = await Promise.all([names(ann), names(bob)])
  report.expect(
    hers.length === 16 && new Set(hers).size === 16,
    `four accounts are one list, page by page: ${hers.length}`,
  )
  report.expect(his.length === 1 && his[0]?.endsWith('bob/only-bobs') === true, 'each organisation has its own list')
  report.expect((await names(ann, '&q=shop'))[0]?.endsWith('/shop') === true, 'the best match comes first')
  report.expect(
    (await ask(ann, 'GET', `/git-providers/repositories?providerId=${bobs}`)).status === 404,
    'another’s account is not there',
  )

  github.fault = () => ({ status: 401, text: '{}' })
  const refused = await ask(bob, 'GET', `/git-providers/${bobs}/repos/bob%2Fonly-bobs/branches`)
  report.expect(refused.body.code === 'provider_token_invalid', 'a token that has ended is named as such')
  const shown = await ask(bob, 'GET', `/git-providers/${bobs}`)
  report.expect(shown.body.status === 'invalid' && shown.body.problem.hint !== '', 'and written down')
  const partial = (await ask(bob, 'GET', '/git-providers/repositories')).body
  report.expect(
    partial.items.length === 0 && partial.warnings[0]?.code === 'provider_token_invalid',
    'the search says so',
  )
  github.fault = null
  report.expect(
    (await ask(bob, 'POST', `/git-providers/${bobs}/check`)).body.status === 'connected',
    'a check finds it good again',
  )
  await proveDeletion({ ask, ann, report, gitProviders })
  await proveWarnings({ ask, ann, report, gitProviders })
  const tokens = [model.token, ...gitProviders.map(({ token }) => token)]
  const places = { database: await dump(instance), api: instance.api.output, worker: instance.worker.output }
  for (const [place, text] of Object.entries(places))
    report.expect(!tokens.some((token) => text.includes(token)), `a token can be read in the ${place}`)
}

/** Everything stored about providers, as raw text. */
async function dump(instance: Instance): Promise<string> {
  const db = connectAsSuperuser(instance.databaseUrl)
  try {
    const tables = ['git_providers', 'git_app_requests', 'events', 'audit_log', 'idempotency_keys']
    const texts = await Promise.all(tables.map((table) => db.query(`select t::text as row from ${table} t`)))
    return texts.flatMap(({ rows }) => rows.map((row: { row: string }) => row.row)).join('\n')
  } finally {
    await db.end()
  }
}

/** A connection that projects use is kept unless the user forces its removal. */
async function proveDeletion({ ask, ann, report, gitProviders }: Parts): Promise<void> {
  const real = gitProviders.find(({ fake }) => fake === null)
  const listed = (await ask(ann, 'GET', '/git-providers')).body.items
  const provider = listed.find((each: { kind: string }) => each.kind === real?.kind)
  const body = { name: 'Uses it', repository: { providerId: provider?.id, fullName: 'ann/after' } }
  const made = await ask(ann, 'POST', '/projects', body)
  report.expect(made.status === 201, `a project through the account: ${made.text.slice(0, 200)}`)
  const refused = await ask(ann, 'DELETE', `/git-providers/${provider?.id}`)
  report.expect(refused.body?.code === 'provider_in_use', `an account in use is deleted: ${refused.status}`)
  const forced = await ask(ann, 'DELETE', `/git-providers/${provider?.id}?force=true`)
  report.expect(forced.status === 204, `with force it goes: ${forced.status} ${forced.text.slice(0, 200)}`)
}

type Ask = (person: SignedIn, method: string, path: string, body?: unknown) => Promise<Answer>

interface Parts {
  ask: Ask
  ann: SignedIn
  report: Report
  gitProviders: readonly FilledGitProvider[]
}

/** One slow or unavailable provider doesn't break the response. */
async function proveWarnings(options: Parts): Promise<void> {
  const { ask, ann, report, gitProviders } = options
  const gitlab = gitProviders.find(({ kind }) => kind === 'gitlab')?.fake
  if (gitlab === undefined || gitlab === null) return
  for (const [name, fault] of Object.entries({
    failing: { status: 500, text: '' },
    slow: { delayMs: 9_000, text: '[]' },
  })) {
    gitlab.fault = () => fault
    const started = performance.now()
    const { body } = await ask(ann, 'GET', `/git-providers/repositories?q=a&limit=100`)
    const took = performance.now() - started
    report.expect(
      body.items.length >= 4 && body.warnings.length === 1,
      `one is ${name}: ${body.items?.length} items, ${body.warnings?.length} warnings`,
    )
    report.expectTime(took < 9_000, `one is ${name}: the answer took ${Math.round(took)} ms`)
  }
  gitlab.fault = null
}
