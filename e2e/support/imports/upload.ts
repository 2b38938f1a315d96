/** Uploads files to a database, as users do. */

import { setTimeout as delay } from 'node:timers/promises'
import type { Import } from '@longshore/sdk'
import { type DataTestEnv, type Service, waitForEnd } from '../data-test-env.ts'
import { becomesTrue } from '../eventually.ts'
import type { ResponseView } from '../response-view.ts'

export interface Answered {
  readonly status: number
  readonly body: ResponseView
}

/** Sends a form. The file comes first, as browsers often send it. */
export async function sendForm(
  data: DataTestEnv,
  service: Service,
  file: Uint8Array,
  confirm = 'production',
): Promise<Answered> {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(file)]), '../../etc/cron.d/x.sql')
  form.set('serviceId', service.id)
  form.set('confirm', confirm)
  form.set('safetyBackup', 'false')
  return await send(data, '', { body: form })
}

/** Sends the bytes in a stream of unknown length. */
export async function sendRaw(
  data: DataTestEnv,
  service: Service,
  file: AsyncIterable<Uint8Array> | Uint8Array,
  more = '&safetyBackup=false',
): Promise<Answered> {
  const body = file instanceof Uint8Array ? Buffer.from(file) : ReadableStream.from(file)
  const query = `?serviceId=${service.id}&confirm=production${more}`
  return await send(data, query, { body, headers: { 'content-type': 'application/octet-stream' }, duplex: 'half' })
}

async function send({ testEnv, at }: DataTestEnv, query: string, request: RequestInit): Promise<Answered> {
  const { instance, me } = testEnv
  const headers = { ...(request.headers as Record<string, string> | undefined), authorization: `Bearer ${me.token}` }
  const answer = await fetch(`${instance.url}/api/v1${at}/import${query}`, { method: 'POST', ...request, headers })
  return { status: answer.status, body: (await answer.json()) as ResponseView }
}

/** An import, or only the status and the error of one that the API refused. */
export interface TriedImport extends Omit<Import, 'status' | 'error'> {
  readonly status: Import['status'] | 'refused'
  readonly error: Pick<ResponseView, 'code' | 'detail'> | null
}

const freeWithinMs = 60_000

/** Waits until the accepted import has ended. An earlier undo may still be cleaning up. */
export async function importFile(data: DataTestEnv, send: () => Promise<Answered>): Promise<TriedImport> {
  const deadline = Date.now() + freeWithinMs
  let answered = await send()
  while (answered.status === 409 && Date.now() < deadline) {
    await delay(500)
    answered = await send()
  }
  const { status, body } = answered
  const refused: Partial<TriedImport> = { status: 'refused', error: body }
  if (status !== 202) return refused as TriedImport
  return await waitForEnd<Import>(data, `${data.at}/imports/${body.id}`)
}

export async function undoImport(data: DataTestEnv, id: string): Promise<void> {
  const path = `${data.at}/imports/${id}`
  await data.ask('POST', `${path}/undo`)
  await becomesTrue(async () => (await data.ask('GET', path)).status === 'reverted', { withinMs: freeWithinMs })
}
