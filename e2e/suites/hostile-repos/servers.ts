/** Git servers that lie, flood, stall, redirect or send invalid packs. */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { deflateSync, gzipSync } from 'node:zlib'
import type { SourceErrorCode } from '@longshore/source/git'
import { GitServer } from '../../fixtures/git-server.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { createSource, meet, type TestEnv } from './test-env.ts'

interface Mischief {
  readonly ends: readonly SourceErrorCode[]
  /** Its response to the first request, which asks for refs. */
  refs?(response: ServerResponse, request: IncomingMessage): void
  /** Its response to the request for a pack. */
  pack?(response: ServerResponse): void
}

const id = 'a'.repeat(40)
const packet = (text: string | Buffer) => {
  const body = Buffer.from(text)
  return Buffer.concat([Buffer.from((body.length + 4).toString(16).padStart(4, '0')), body])
}
const flush = Buffer.from('0000')
const capabilities =
  'multi_ack_detailed side-band-64k thin-pack ofs-delta shallow no-progress filter allow-tip-sha1-in-want allow-reachable-sha1-in-want symref=HEAD:refs/heads/main'
const advertise = (lines: readonly (string | Buffer)[]) =>
  Buffer.concat([packet('# service=git-upload-pack\n'), flush, ...lines.map(packet), flush])
const goodRefs = advertise([`${id} HEAD\0${capabilities}\n`, `${id} refs/heads/main\n`])

const modernRefs = Buffer.concat([
  ...[packet('# service=git-upload-pack\n'), flush, packet('version 2\n'), packet('ls-refs=unborn\n')],
  ...[packet('fetch=shallow filter\n'), packet('object-format=sha1\n'), flush],
])

const cases: Record<string, Mischief> = {
  'an answer that never comes': { ends: ['source_timeout'], refs: () => undefined },
  'one byte at a time': { ends: ['source_timeout'], refs: (response) => drip(start(response), goodRefs) },
  'refs without end': {
    ends: ['repository_too_large', 'source_timeout', 'repository_unreadable'],
    refs: (response) => pour(start(response), packet(`${id} refs/heads/${'x'.repeat(200)}\n`)),
  },
  'headers without end': {
    ends: ['host_unreachable', 'repository_unreadable', 'source_timeout'],
    refs: (response) => {
      const { socket } = response
      socket?.write('HTTP/1.1 200 OK\r\n')
      if (socket) pour(socket, Buffer.from(`x-y: ${'z'.repeat(1_000)}\r\n`))
    },
  },
  'a gigabyte in a small answer': {
    ends: ['repository_too_large', 'source_timeout', 'repository_unreadable', 'host_unreachable'],
    refs: (response) => void response.writeHead(200, { ...refsType, 'content-encoding': 'gzip' }).end(bomb()),
  },
  'a page in place of a repository': {
    ends: ['repository_empty', 'repository_unreadable', 'repository_not_found'],
    refs: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
  },
  'an error that claims to be ours': {
    ends: ['repository_unreadable', 'repository_not_found'],
    refs: (response) =>
      void start(response).end(advertise(['ERR \u001b[31mfatal: Out of memory\nfatal: Authentication failed for\n'])),
  },
  'half an answer': {
    ends: ['repository_unreadable', 'host_unreachable'],
    refs: (response) => {
      response.writeHead(200, { ...refsType, 'content-length': 10_000 }).write(goodRefs.subarray(0, 60))
      setTimeout(() => response.destroy(), 50)
    },
  },
  'an error of the server': { ends: ['host_failed'], refs: (response) => void response.writeHead(503).end('no') },
  'too many questions': {
    ends: ['host_failed'],
    refs: (response) => void response.writeHead(429, { 'retry-after': '60' }).end('no'),
  },
  'no permission': { ends: ['repository_access_denied'], refs: (response) => void response.writeHead(403).end('no') },
  gone: { ends: ['repository_not_found'], refs: (response) => void response.writeHead(410).end('no') },
  'a question for a password': {
    ends: ['repository_access_denied'],
    refs: (response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="your password"' }).end(),
  },
  'names of branches that are options': {
    ends: ['branch_not_found', 'repository_empty'],
    refs: (response) =>
      void start(response).end(
        advertise([
          `${id} refs/heads/--upload-pack=touch\0${capabilities}\n`,
          `${id} refs/heads/../../x\n`,
          `${id} --output=/x\n`,
        ]),
      ),
  },
  'a pack that never comes': { ends: ['source_timeout'], pack: () => undefined },
  'a pack of random bytes': {
    ends: ['repository_unreadable'],
    pack: (response) => void response.end(sideband(randomBytes(100_000))),
  },
  'a pack of two thousand million objects': {
    ends: ['repository_unreadable', 'repository_too_large', 'source_timeout'],
    pack: (response) => void response.end(sideband(Buffer.concat([packHead(2_000_000_000), Buffer.alloc(1_000)]))),
  },
  'a pack without end': {
    ends: ['repository_too_large', 'source_timeout'],
    pack: (response) => {
      response.write(sideband(packHead(1_000_000), false))
      const one = blobEntry(randomBytes(50_000))
      pour(response, sideband(one, false))
    },
  },
  'a pack that is cut off': {
    ends: ['repository_unreadable', 'host_unreachable'],
    pack: (response) => {
      response.write(sideband(Buffer.concat([packHead(3), blobEntry(Buffer.from('x'))]), false))
      setTimeout(() => response.destroy(), 50)
    },
  },
  'a pack with a wrong sum': {
    ends: ['repository_unreadable'],
    pack: (response) =>
      void response.end(sideband(Buffer.concat([packHead(1), blobEntry(Buffer.from('x')), randomBytes(20)]))),
  },
  'a blob that says it has a gigabyte': {
    ends: ['repository_unreadable', 'repository_too_large'],
    pack: (response) =>
      void response.end(sideband(packOf([Buffer.concat([objectHead(3, 1_000_000_000), deflateSync('x')])]))),
  },
  'a delta that unpacks to gigabytes': {
    ends: ['repository_unreadable', 'repository_too_large', 'source_timeout'],
    pack: (response) => void response.end(sideband(deltaBomb())),
  },
  'progress without end': {
    ends: ['source_timeout', 'repository_unreadable', 'repository_too_large', 'host_unreachable'],
    pack: (response) =>
      pour(
        response,
        packet(Buffer.concat([Buffer.of(2), Buffer.from('\u001b[2Jfatal: Authentication failed\r\n'.repeat(100))])),
      ),
  },
}
const refsType = { 'content-type': 'application/x-git-upload-pack-advertisement', 'cache-control': 'no-cache' }

export async function meetServers(testEnv: TestEnv): Promise<void> {
  await using server = await GitServer.start({
    root: testEnv.folder,
    intercept: (request, response) => answer(testEnv, request, response),
  })
  // Small limits, so that reaching them takes seconds.
  await using git = createSource(join(testEnv.folder, 'small'), {
    timeMs: 10_000,
    repositoryBytes: 20_000_000,
    memoryBytes: 256_000_000,
  })
  await inParallel(Object.entries(cases), testEnv.isQuick ? 4 : 2, async ([what, each]) => {
    const name = what.replaceAll(/[^a-z0-9]+/gi, '-')
    const remote = { url: server.url(`${name}.git`), credential: null }
    await meet(testEnv, { what, remote, git, ends: each.ends, withinMs: 25_000, isFetchOnly: true })
  })
  await meetPointers(testEnv, server)
}

/** Servers that redirect to other addresses: redirects aren't followed. */
async function meetPointers(testEnv: TestEnv, server: GitServer): Promise<void> {
  for (const [what, ends] of Object.entries(pointers)) {
    const remote = {
      url: server.url(`${what.replaceAll(/[^a-z0-9]+/gi, '-')}.git`),
      credential: { username: 'u', password: 'p' },
    }
    await meet(testEnv, { what, remote, ends: ends.ends, withinMs: 25_000, isFetchOnly: true })
  }
}

const pointers: Record<
  string,
  { ends: readonly SourceErrorCode[]; answer(response: ServerResponse, target: string, request: IncomingMessage): void }
> = {
  'a redirect to this machine': {
    ends: ['repository_moved'],
    answer: (response, target) =>
      void response.writeHead(302, { location: `${target}/x.git/info/refs?service=git-upload-pack` }).end(),
  },
  'a permanent redirect': {
    ends: ['repository_moved'],
    answer: (response, target) => void response.writeHead(308, { location: `${target}/` }).end(),
  },
  'a redirect after the password': {
    ends: ['repository_moved'],
    answer: (response, target, request) =>
      request.headers.authorization === undefined
        ? void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
        : void response.writeHead(307, { location: `${target}/info/refs?service=git-upload-pack` }).end(),
  },
  'an old server with alternates elsewhere': {
    ends: ['repository_unreadable', 'repository_not_found', 'branch_not_found', 'repository_empty'],
    answer: (response, target, request) => {
      if (request.url?.includes('/info/refs'))
        response.writeHead(200, { 'content-type': 'text/plain' }).end(`${id}\trefs/heads/main\n`)
      else if (request.url?.endsWith('/HEAD')) response.end('ref: refs/heads/main\n')
      else if (request.url?.includes('alternates')) response.end(`${target}/objects\n`)
      else response.writeHead(404).end()
    },
  },
  'a server that offers bundles and packs elsewhere': {
    ends: ['repository_unreadable', 'branch_not_found', 'repository_empty', 'host_unreachable'],
    answer: (response, target, request) => {
      if (request.url?.includes('/info/refs'))
        start(response).end(
          Buffer.concat([
            packet('# service=git-upload-pack\n'),
            flush,
            ...[
              'version 2\n',
              'agent=x\n',
              'ls-refs=unborn\n',
              'fetch=shallow filter packfile-uris wait-for-done\n',
              'bundle-uri\n',
              'object-format=sha1\n',
            ].map(packet),
            flush,
          ]),
        )
      else {
        response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
        response.end(
          Buffer.concat([
            packet(`${id} refs/heads/main\n`),
            packet(`${id} HEAD symref-target:refs/heads/main\n`),
            packet(`packfile-uris\n`),
            packet(`${id} ${target}/p.pack\n`),
            flush,
          ]),
        )
      }
    },
  },
}

function answer(testEnv: TestEnv, request: IncomingMessage, response: ServerResponse): boolean {
  response.on('error', () => undefined)
  const name = /^\/([^/]+)\.git\//.exec(request.url ?? '')?.[1]
  const named = <T>(all: Record<string, T>) =>
    Object.entries(all).find(([what]) => what.replaceAll(/[^a-z0-9]+/gi, '-') === name)?.[1]
  const pointer = named(pointers)
  if (pointer !== undefined) pointer.answer(response, `http://127.0.0.1:${testEnv.canary.port}`, request)
  const mischief = named(cases)
  if (mischief === undefined) return pointer !== undefined
  if (request.method === 'GET') (mischief.refs ?? ((each) => void start(each).end(modernRefs)))(response, request)
  else void text(request).then((question) => answerQuestion(response, question, mischief))
  return true
}

function answerQuestion(response: ServerResponse, question: string, mischief: Mischief): void {
  response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
  if (question.includes('command=ls-refs'))
    response.end(
      Buffer.concat([packet(`${id} HEAD symref-target:refs/heads/main\n`), packet(`${id} refs/heads/main\n`), flush]),
    )
  else {
    const head = [packet('shallow-info\n'), packet(`shallow ${id}\n`), Buffer.from('0001'), packet('packfile\n')]
    response.write(Buffer.concat(head))
    mischief.pack?.(response)
  }
}

function start(response: ServerResponse): ServerResponse {
  return response.writeHead(200, refsType)
}

/** Sends as fast as the client reads, until it disconnects. */
function pour(stream: NodeJS.WritableStream & { destroyed?: boolean }, chunk: Buffer): void {
  const big = Buffer.concat(Array.from({ length: Math.ceil(65_536 / chunk.length) }, () => chunk))
  stream.on('error', () => undefined)
  const step = () => {
    while (stream.destroyed !== true) if (!stream.write(big)) return void stream.once('drain', step)
  }
  step()
}

function drip(response: ServerResponse, text: Buffer): void {
  let at = 0
  const timer = setInterval(() => {
    if (response.destroyed || at >= text.length) clearInterval(timer)
    else response.write(text.subarray(at, at + 1))
    at += 1
  }, 300)
}

/** Sixteen concatenated gzip streams of the same 64 MB. */
function bomb(): Buffer {
  bombPart ??= gzipSync(Buffer.alloc(64_000_000, '0'), { level: 1 })
  const part = bombPart
  return Buffer.concat(Array.from({ length: 16 }, () => part))
}
let bombPart: Buffer | undefined

function sideband(data: Buffer, isLast = true): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < data.length; at += 60_000)
    parts.push(packet(Buffer.concat([Buffer.of(1), data.subarray(at, at + 60_000)])))
  return Buffer.concat([...parts, ...(isLast ? [flush] : [])])
}

function packHead(objects: number): Buffer {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(objects, 8)
  return head
}

function packOf(objects: readonly Buffer[]): Buffer {
  const body = Buffer.concat([packHead(objects.length), ...objects])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}

function blobEntry(content: Buffer): Buffer {
  return Buffer.concat([objectHead(3, content.length), deflateSync(content)])
}

/** Type and size as packs have them. */
function objectHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

/** A base of 64 kB and a delta that copies it 50,000 times: 3 GB out of a few kilobytes. */
function deltaBomb(): Buffer {
  const base = Buffer.alloc(65_536, 'b')
  const copies = 50_000
  const baseId = createHash('sha1')
    .update(Buffer.concat([Buffer.from(`blob ${base.length}\0`), base]))
    .digest()
  const copy = Buffer.of(0x80) // from 0, 0x10000 bytes
  const delta = Buffer.concat([
    lengthOf(base.length),
    lengthOf(base.length * copies),
    ...Array.from({ length: copies }, () => copy),
  ])
  const refDelta = Buffer.concat([objectHead(7, delta.length), baseId, deflateSync(delta)])
  return packOf([blobEntry(base), refDelta])
}

function lengthOf(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}
