/**
 * The analysis process. It reports when its code is loaded, and the worker then removes its right to open anything.
 * Only after that does it receive the file list of the repository. It requests contents by index and returns a report.
 */
import { analyze } from '@longshore/analyzer'
import { frameHead, type Kind, readFrames } from '../frames.ts'
import { readTree } from '../wire-tree.ts'
import { PipedTree } from './piped-tree.ts'

const maxFrameBytes = 256_000_000
const frames = readFrames(process.stdin, maxFrameBytes)

await send('ready', Buffer.alloc(0))
const first = await frames.next()
if (first.done !== true && first.value.kind === 'tree') {
  const { entries, ...options } = readTree(first.value.body)
  const tree = new PipedTree(entries, (indexes) => void send('read', indexes))
  void receiveBlobs(tree).catch(() => undefined)
  try {
    await send('report', Buffer.from(JSON.stringify(await analyze(tree, options))))
  } catch (error) {
    await send('failed', Buffer.from(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  }
}
process.exit(0)

async function receiveBlobs(tree: PipedTree): Promise<void> {
  for await (const frame of frames) if (frame.kind === 'blobs') tree.take(frame.body)
}

/** Resolves when the frame is written. */
async function send(kind: Kind, body: Buffer): Promise<void> {
  process.stdout.write(frameHead(kind, body.length))
  await new Promise((resolve) => process.stdout.write(body, resolve))
}
