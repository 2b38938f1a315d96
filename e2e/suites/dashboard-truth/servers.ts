/** Servers: keys, Docker, security. */
import { paths } from '../../../apps/dashboard/src/navigation/paths.ts'
import { text } from '../../../apps/dashboard/src/text/text.ts'
import { brandId, encodeId } from '../../../apps/server/src/testing/internals/ids.ts'
import { createKeyPair } from '../../fixtures/login-key.ts'
import type { RowsFinding } from './finding.ts'
import { appears, type RowsTestEnv, readText } from './rows-test-env.ts'

const serverPath = ({ demo }: RowsTestEnv, name: string) =>
  paths.server(encodeId('srv', brandId(demo.serverIds.get(name) ?? '')))

export const serverFindings: readonly RowsFinding[] = [
  {
    seen: 'A server with its own key isn’t asked to authorize Longshore while it connects',
    async replay({ open, api }, note) {
      const { privateKey } = await createKeyPair()
      const body = { name: 'new', host: '127.0.0.1', port: 12_999, username: 'root', privateKey }
      const { id } = await api('POST', '/servers', body)
      const { page } = await open(paths.server(String(id)))
      note(!(await appears(page, text.serverPage.setup.title, 2_000)), 'the page asks to install a key')
      await api('DELETE', `/servers/${id}?force=true`)
    },
  },
  {
    seen: 'Nothing on the screen talks about the API',
    async replay(testEnv, note) {
      const { demo, open } = testEnv
      const id = demo.serverIds.get('ash-1')
      const problem = { code: 'docker_missing', at: new Date().toISOString() }
      const [before] = await demo.db.query<{ facts: object }>('select facts from servers where id = $1', [id])
      await demo.db.query(`update servers set facts = jsonb_set(facts, '{docker}', 'null') where id = $1`, [id])
      try {
        for (const path of [
          serverPath(testEnv, 'ash-1'),
          paths.servers(),
          paths.home(),
          testEnv.failedDeploymentPath,
        ]) {
          const { page } = await open(path)
          const said =
            (await readText(page)).match(/\b(?:GET|POST|PUT|PATCH|DELETE) \/\S+|[a-z]+:(?:read|write)\b/g) ?? []
          note(said.length === 0, `${path} talks about the API (${problem.code}): ${said.join(', ')}`)
        }
      } finally {
        await demo.db.query('update servers set facts = $2 where id = $1', [id, JSON.stringify(before?.facts)])
      }
    },
  },
  {
    seen: 'A security grade, its score and its sentence agree',
    async replay(testEnv, note) {
      for (const name of ['ash-1', 'fra-1']) {
        const { page } = await testEnv.open(serverPath(testEnv, name))
        const said = await readText(page)
        const failed = /(\d+|One) checks? failed/.exec(said) !== null
        note(!said.includes('hardening mends'), `${name}: the sentence is wrong`)
        if (failed)
          note(/Hardening can fix|needs? you/.test(said), `${name}: the page does not say who fixes the failed checks`)
        const score = Number(/(\d+) of 100/.exec(said)?.[1] ?? Number.NaN)
        note(!(score >= 90 && said.includes(text.security.states.weak)), `${name}: ${score} of 100 is called weak`)
      }
    },
  },
  {
    seen: 'The memory of an environment is never more than its server has',
    async replay({ open, environmentId }, note) {
      const { page } = await open(paths.environment(environmentId))
      const said = await readText(page)
      const sizes = [...said.matchAll(/of ([\d.]+) GB/g)].map(([, size]) => Number(size))
      note(
        sizes.every((size) => size <= 8.6),
        `the server has 8.6 GB, the page says ${sizes.join(', ')}`,
      )
    },
  },
]
