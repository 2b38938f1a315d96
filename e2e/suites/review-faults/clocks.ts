/** A process whose clock differs from the database's. */
import { createEnvironment, load, openDatabase } from './checkout-modules.ts'
import type { Finding } from './finding.ts'

type CreateOnce = typeof import('../../../apps/server/src/platform/idempotency/create-once.ts')

export const skewedClock: Finding = {
  id: 'L7',
  title: 'A clock that is ahead by a day makes a repeated request create twice',
  async provoke(testEnv) {
    const { createOnce } = await load<CreateOnce>(testEnv, 'platform/idempotency/create-once.ts')
    const { database } = await openDatabase(testEnv)
    await using _ = database
    const { actor } = await createEnvironment(testEnv, database)
    const encode = () => ({ status: 201, location: null, body: {} })
    const idempotency = { key: 'key', requestHash: Buffer.from('request'), encode }
    let effects = 0
    const create = () =>
      createOnce(database, { ...actor, idempotency }, async () => {
        effects += 1
      }).catch(() => undefined)
    await create()
    const { now } = Date
    Date.now = () => now() + 25 * 3_600_000
    try {
      await create()
    } finally {
      Date.now = now
    }
    return { broken: effects > 1, how: `${effects} effects of one key` }
  },
}
