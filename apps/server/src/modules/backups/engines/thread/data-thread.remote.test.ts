import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { unpack } from '@longshore/archive'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanDump } from '../scan/scan-dump.policy.ts'
import { DataThread } from './data-thread.remote.ts'

const rows = Array.from({ length: 60_000 }, (_, at) => `${at}\tsome text of row ${at}\t${(at * 7919) % 10007}\n`).join(
  '',
)
const end = '\\.\n\n--\n-- PostgreSQL database dump complete\n--\n'
const dump = `--\n-- Data for Name: items; Type: TABLE DATA; Schema: public; Owner: app\n--\n\nCOPY public.items (a, b, c) FROM stdin;\n${rows}${end}`

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const folder = await mkdtemp(join(tmpdir(), 'longshore-thread-'))
const socketPath = join(folder, 'engine.sock')

function frame(kind: 1 | 2, text: string): Buffer {
  const body = Buffer.from(text)
  const head = Buffer.alloc(8)
  head[0] = kind
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

const behaviors: Record<string, (socket: Socket) => void> = {
  '/whole': (socket) => {
    for (let at = 0; at < dump.length; at += 10_007) socket.write(frame(1, dump.slice(at, at + 10_007)))
    socket.end(frame(2, 'a warning'))
  },
  '/cut': (socket) => socket.end(frame(1, dump.slice(0, 100_000))),
  '/strange': (socket) => socket.end('this is no frame at all'),
  '/silent': () => undefined,
}
const server = createServer((_, response) => response.end(dump))
server.on('upgrade', (request, socket) => {
  socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n')
  behaviors[request.url ?? '']?.(socket as Socket)
})
beforeAll(async () => {
  server.listen(socketPath)
  await once(server, 'listening')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const place = (path: string) => ({ socketPath, method: 'POST', path, form: 'frames' }) as const
const ignore = () => undefined

async function packed(path: string) {
  await using thread = new DataThread({ engine: 'postgres', packsFor: [recipient] })
  const archive = buffer(thread.content(ignore))
  await thread.open(place(path))
  const { result, errors } = await thread.read()
  thread.finish()
  return { result, errors, archive: await archive }
}

async function* inParts(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 9_999) yield bytes.subarray(at, at + 9_999)
}

async function check(archive: AsyncIterable<Buffer>, key = identity) {
  await using thread = new DataThread({ engine: 'postgres', opens: { identity: key, maximumBytes: 2 ** 30 } })
  return await thread.check(archive)
}

describe('a thread that packs', () => {
  it('archives the output of a container and describes its content', async () => {
    const { result, errors, archive } = await packed('/whole')
    const plain = await buffer(unpack(inParts(archive), { identity, maximumBytes: 2 ** 30 }))
    expect(plain.toString()).toBe(dump)
    const scan = scanDump('postgres', inParts(Buffer.from(dump)))
    for await (const _ of scan.through);
    expect(result.content).toEqual(scan.content())
    expect(result.facts.hasEndMarker).toBe(true)
    expect(result.digest).toMatchObject({ plainBytes: dump.length, packedBytes: archive.length })
    expect(errors).toBe('a warning')
  })

  it('reports a truncated dump as having no end marker', async () => {
    expect((await packed('/cut')).result.facts.hasEndMarker).toBe(false)
  })

  it('reads a response as well as a connection', async () => {
    await using thread = new DataThread({ engine: 'postgres' })
    await thread.open({ socketPath, method: 'GET', path: '/body', form: 'body' })
    const { result } = await thread.read()
    expect(result.digest.plainBytes).toBe(dump.length)
    expect(result.content.tables).toMatchObject([{ name: 'public.items', rows: 60_000 }])
  })

  it('reads the second connection when a container was recreated', async () => {
    await using thread = new DataThread({ engine: 'postgres' })
    await thread.open(place('/silent'))
    await thread.open(place('/whole'))
    expect((await thread.read()).result.digest.plainBytes).toBe(dump.length)
  })

  it('does not end an archive before it is confirmed as complete, and slows down without a reader', async () => {
    await using thread = new DataThread({ engine: 'postgres', packsFor: [recipient] })
    const content = thread.content(ignore)
    await thread.open(place('/whole'))
    await thread.read()
    let isOver = false
    const taking = buffer(content).then(() => {
      isOver = true
    })
    await delay(100)
    expect(isOver).toBe(false)
    thread.finish()
    await taking
  })

  it.each([
    [
      'a response that is not a stream of the Engine',
      (thread: DataThread) => thread.open(place('/strange')).then(() => thread.read()),
    ],
    ['a socket that does not exist', (thread: DataThread) => thread.open({ ...place('/x'), socketPath: '/nowhere' })],
  ])('fails with %s', async (_, use) => {
    await using thread = new DataThread({ engine: 'postgres' })
    await expect(use(thread)).rejects.toThrow()
  })

  it('reports an error to all waiting callers', async () => {
    await using thread = new DataThread({ engine: 'postgres', packsFor: [recipient] })
    await thread.open(place('/silent'))
    const waiting = [buffer(thread.content(ignore)), thread.read()]
    thread.fail(new Error('the store is full'))
    for (const each of await Promise.allSettled(waiting))
      expect(each).toMatchObject({ status: 'rejected', reason: { message: 'the store is full' } })
  })
})

describe('a thread that checks', () => {
  it('finds in an archive what was packed', async () => {
    const { archive, result } = await packed('/whole')
    expect(await check(inParts(archive))).toEqual(result)
  })

  it('explains why an archive cannot be opened', async () => {
    const { archive } = await packed('/whole')
    const other = await generateX25519Identity()
    const flipped = Buffer.from(archive)
    flipped[archive.length >> 1] = (flipped[archive.length >> 1] ?? 0) ^ 1
    await expect(check(inParts(archive), other)).rejects.toMatchObject({ fault: 'wrong_key' })
    await expect(check(inParts(flipped))).rejects.toMatchObject({ fault: 'damaged' })
    await expect(check(inParts(archive.subarray(0, -100)))).rejects.toMatchObject({ fault: 'cut_off' })
    await expect(check(inParts(Buffer.from('text')))).rejects.toMatchObject({ fault: 'not_an_archive' })
  })

  it('passes on an error of the store', async () => {
    const broken = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from('age-encryption.org/v1\n')
      throw new Error('the store went away')
    }
    await expect(check(broken())).rejects.toThrow('the store went away')
  })
})
