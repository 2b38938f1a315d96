import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, readMultipart } from './multipart.ts'

async function* chunksOf(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

function form(parts: readonly { name: string; file?: boolean; content: Buffer }[], boundary = 'xx'): Buffer {
  const pieces = parts.flatMap(({ name, file, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? '; filename="a.sql"' : ''}\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

async function read(bytes: Buffer, sizes: readonly number[] = [1_000], isRead = true) {
  const seen: { name: string; isFile: boolean; content: string }[] = []
  for await (const { name, isFile, content } of readMultipart(chunksOf(bytes, sizes), 'xx')) {
    const parts: Buffer[] = []
    if (isRead) for await (const part of content) parts.push(Buffer.from(part))
    seen.push({ name, isFile, content: Buffer.concat(parts).toString('base64') })
  }
  return seen
}

describe('multipart form', () => {
  it('is parsed correctly however it is split into chunks', async () => {
    const part = fc.record({
      name: fc.stringMatching(/^[a-z]{1,10}$/),
      file: fc.boolean(),
      content: fc
        .array(fc.constantFrom('\r\n', '--', 'xx', '\r', '\n', '-', 'text', '\0', '\r\n-', '\r\n--x'), {
          maxLength: 30,
        })
        .map((each) => Buffer.from(each.join('')))
        .filter((each) => !each.includes('\r\n--xx')),
    })
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 5 }), sizes, async (parts, each) => {
        const seen = await read(form(parts), each)
        expect(seen).toEqual(
          parts.map(({ name, file, content }) => ({ name, isFile: file, content: content.toString('base64') })),
        )
      }),
    )
  })

  it("continues after a part that wasn't read", async () => {
    const parts = ['a', 'b'].map((name) => ({ name, content: Buffer.alloc(5_000, 'x') }))
    expect((await read(form(parts), [700], false)).map((each) => each.name)).toEqual(['a', 'b'])
  })

  it.each([
    ['no end', form([{ name: 'a', content: Buffer.from('x') }]).subarray(0, -6)],
    ['no boundary', Buffer.alloc(20_000, 'x')],
    ['a part without a name', Buffer.from('--xx\r\nContent-Type: text/plain\r\n\r\nx\r\n--xx--\r\n')],
    ['an endless header', Buffer.concat([Buffer.from('--xx\r\n'), Buffer.alloc(20_000, 'x')])],
    ['too many parts', form(Array.from({ length: 30 }, () => ({ name: 'a', content: Buffer.from('x') })))],
    ['nothing', Buffer.alloc(0)],
  ])('rejects %s', async (_name, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ problem: { code: 'malformed_request' } })
  })

  it('takes its boundary from the header', () => {
    expect(boundaryOf('multipart/form-data; boundary=----WebKit1')).toBe('----WebKit1')
    expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b')
    expect(boundaryOf('multipart/form-data')).toBeUndefined()
  })
})
