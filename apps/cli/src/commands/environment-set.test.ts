import { expect, test } from 'vitest'
import { exitCodes } from '../exit-codes.ts'
import { runAgainst } from '../testing/run-against.ts'

const id = 'env_01k0000000e0080000000000e1'
const environment = { id, name: 'production', projectId: 'prj_1', services: [], domains: [], drift: [], server: null }

async function set(args: string[]) {
  const ran = await runAgainst(() => ({ body: environment }), ['environment', 'set', '--env', id, '--json', ...args])
  const changes = ran.requests.filter(({ what }) => !what.startsWith('GET'))
  return { ...ran, changes: changes.map(({ what, body }) => [what, JSON.parse(body)]) }
}

test('recovery targets and drills change together, and only those that were given', async () => {
  const path = `PATCH /environments/${id}/recovery`
  const all = await set(['--drills', 'week', '--max-recovery', '15', '--max-loss', '60'])
  expect(all.changes).toEqual([[path, { drillEvery: 'week', maxRecoveryMinutes: 15, maxLossMinutes: 60 }]])
  expect((await set(['--max-loss', 'off'])).changes).toEqual([[path, { maxLossMinutes: null }]])
  expect((await set(['--drills', 'off'])).changes).toEqual([[path, { drillEvery: null }]])
  expect((await set(['--name', 'live'])).changes).toEqual([[`PATCH /environments/${id}`, { name: 'live' }]])
})

test("a target that isn't a number of minutes changes nothing", async () => {
  for (const args of [['--max-recovery', '15m', '--name', 'live'], ['--max-loss', '0'], []]) {
    const { code, requests } = await set(args)
    expect({ code, requests }).toEqual({ code: exitCodes.usage, requests: [] })
  }
})
