import { createHash, randomBytes } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, it } from 'vitest'
import { ArchiveError } from './archive-error.ts'
import { pack } from './pack.ts'
import { unpack } from './unpack.ts'

const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)
const roomy = { identity, maximumBytes: 1 << 30 }

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function packWhole(plain: Uint8Array, size = 10_000): Promise<Buffer> {
  return await collect((await pack(chunksOf(plain, size), [recipient])).content)
}

async function faultOf(archive: Uint8Array, options = roomy): Promise<string> {
  try {
    await collect(unpack(chunksOf(archive, 7_001), options))
    return 'none'
  } catch (error) {
    return error instanceof ArchiveError ? error.fault : String(error)
  }
}

describe('archives', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_000])('restores the same content: %d bytes', async (length) => {
    const plain = randomBytes(length)
    const packed = await pack(chunksOf(plain, 4_099), [recipient])
    const archive = await collect(packed.content)
    expect((await collect(unpack(chunksOf(archive, 3_001), roomy))).equals(plain)).toBe(true)
    expect(packed.digest()).toEqual({
      plainBytes: length,
      packedBytes: archive.length,
      packedSha256: createHash('sha256').update(archive).digest('hex'),
    })
  })

  it('writes and reads standard age files', async () => {
    const plain = randomBytes(200_000)
    const decrypter = new Decrypter()
    decrypter.addIdentity(identity)
    const squeezed = await decrypter.decrypt(await packWhole(plain))
    expect(zstdDecompressSync(squeezed).equals(plain)).toBe(true)
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const theirs = await encrypter.encrypt(zstdCompressSync(plain))
    expect((await collect(unpack(chunksOf(theirs, 999), roomy))).equals(plain)).toBe(true)
  })

  it('can be opened by each of several recipients, and by no one else', async () => {
    const other = await generateIdentity()
    const packed = await pack(chunksOf(Buffer.from('text'), 9), [recipient, await identityToRecipient(other)])
    const archive = await collect(packed.content)
    for (const each of [identity, other]) expect(await faultOf(archive, { ...roomy, identity: each })).toBe('none')
    expect(await faultOf(archive, { ...roomy, identity: await generateIdentity() })).toBe('wrong_key')
  })

  it('detects every changed byte', async () => {
    const archive = await packWhole(randomBytes(150_000))
    for (let at = 0; at < archive.length; at += 997) {
      const changed = Buffer.from(archive)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(['damaged', 'cut_off', 'not_an_archive', 'wrong_key']).toContain(await faultOf(changed))
    }
  })

  it('detects every truncation', async () => {
    const archive = await packWhole(randomBytes(150_000))
    for (let length = 0; length < archive.length; length += 1_009)
      expect(['damaged', 'cut_off', 'not_an_archive']).toContain(await faultOf(archive.subarray(0, length)))
    expect(await faultOf(Buffer.concat([archive, Buffer.from('more')]))).not.toBe('none')
  })

  it('stops at the size limit', async () => {
    const archive = await packWhole(Buffer.alloc(5_000_000))
    expect(archive.length).toBeLessThan(5_000)
    expect(await faultOf(archive, { identity, maximumBytes: 1_000_000 })).toBe('too_large')
  })

  it('passes on an error of the source and closes it', async () => {
    let isClosed = false
    async function* broken(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.alloc(100_000)
        throw new Error('the dump ended')
      } finally {
        isClosed = true
      }
    }
    await expect(collect((await pack(broken(), [recipient])).content)).rejects.toThrow('the dump ended')
    expect(isClosed).toBe(true)
  })
})
