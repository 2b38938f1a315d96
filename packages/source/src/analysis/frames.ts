/**
 * The pipe protocol between the worker and the analysis process: a length, a kind, a body. The process is untrusted: it
 * names files by their index in the list it was given, and the length of its frames is limited.
 */
export const kinds = { ready: 1, tree: 2, read: 3, blobs: 4, report: 5, failed: 6 } as const
export type Kind = keyof typeof kinds

export interface Frame {
  readonly kind: Kind
  readonly body: Buffer
}

const headBytes = 5
const names = new Map<number, string>(Object.entries(kinds).map(([name, code]) => [code, name]))

export function frameHead(kind: Kind, bodyBytes: number): Buffer {
  const head = Buffer.allocUnsafe(headBytes)
  head.writeUInt32BE(bodyBytes, 0)
  head.writeUInt8(kinds[kind], 4)
  return head
}

/** Throws a RangeError for a frame that is too long or of an unknown kind. */
export async function* readFrames(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let held = 0
  let wanted = headBytes
  for await (const chunk of stream) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      let bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, held)
      const { kind, length } = readHead(bytes, maxBytes)
      wanted = headBytes + length
      if (held >= wanted) {
        yield { kind, body: bytes.subarray(headBytes, wanted) }
        bytes = bytes.subarray(wanted)
        wanted = headBytes
      }
      chunks = bytes.length === 0 ? [] : [bytes]
      held = bytes.length
    }
  }
}

function readHead(bytes: Buffer, maxBytes: number): { kind: Kind; length: number } {
  const length = bytes.readUInt32BE(0)
  const name = names.get(bytes.readUInt8(4))
  if (length > maxBytes || !isKind(name)) throw new RangeError('a frame that nobody sends')
  return { kind: name, length }
}

function isKind(name: string | undefined): name is Kind {
  return name !== undefined && Object.hasOwn(kinds, name)
}
