/** Compares a receiver's deliveries with the database. */
import { createHmac } from 'node:crypto'
import type { Database } from '../../../apps/server/src/testing/internals/database.ts'
import { brandId, decodeId, encodeId, newId } from '../../../apps/server/src/testing/internals/ids.ts'
import type { Report } from '../../support/report.ts'
import type { Received, Receiver } from './receiver.ts'

/** Returns the number of deliveries. */
export async function checkReceived(
  report: Report,
  {
    database,
    name,
    receiver,
    connectorId,
    key,
  }: { database: Database; name: string; receiver: Receiver; connectorId: string; key: string },
): Promise<number> {
  const rows = await database.systemDb
    .selectFrom('notice_deliveries')
    .select(['id', 'status'])
    .where('connector_id', '=', decodeId('ntc', connectorId) ?? newId('ntc'))
    .orderBy('position')
    .execute()
  const known = rows.map(({ id, status }) => ({ id: encodeId('dlv', brandId<'dlv'>(id)), status }))
  const lost = known.filter(({ id }) => !receiver.ids.has(id)).length
  const open = known.filter(({ status }) => status !== 'delivered').length
  const ids = new Set(known.map(({ id }) => id))
  const strangers = [...receiver.ids].filter((id) => !ids.has(id)).length
  const isOrdered = [...receiver.ids].join() === known.map(({ id }) => id).join()
  const contents = Map.groupBy(receiver.received, ({ id }) => id)
  const differing = [...contents.values()].filter((all) => new Set(all.map(({ body }) => body)).size > 1).length
  const unsigned = receiver.received.filter((each) => !isSigned(each, key)).length
  report.figure(`${name}_lost`, lost)
  report.figure(`${name}_twice`, receiver.received.length - receiver.ids.size)
  report.expect(lost === 0, `${name}: ${lost} deliveries were lost`)
  report.expect(open === 0, `${name}: ${open} deliveries are not written down as delivered`)
  report.expect(strangers === 0, `${name}: ${strangers} came under an unknown id`)
  report.expect(isOrdered, `${name}: they came in another order`)
  report.expect(differing === 0, `${name}: ${differing} came twice with different content`)
  report.expect(unsigned === 0, `${name}: ${unsigned} are not signed with the key`)
  return known.length
}

function isSigned({ id, timestamp, signature, body }: Received, key: string): boolean {
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', bytes).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature.split(' ').includes(`v1,${expected}`)
}
