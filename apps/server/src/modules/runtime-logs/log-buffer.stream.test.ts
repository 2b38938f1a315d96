import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { LogBuffer } from './log-buffer.stream.ts'
import { emptyCursor } from './log-cursor.policy.ts'

const container = (id: string) => ({ id, environmentId: newId('env'), deploymentId: null, service: 'web' })
const read = (length: number) => ({
  lines: [{ at: 1, stream: 'stdout' as const, text: 'x'.repeat(length) }],
  cursor: emptyCursor,
})

test('all waiting writers continue when there is space', async () => {
  const buffer = new LogBuffer()
  const states = ['a', 'b', 'c'].map((id) => {
    const state = { isWaiting: true }
    void buffer.add(container(id), read(5_000_000)).then(() => {
      state.isWaiting = false
    })
    return state
  })
  await new Promise(setImmediate)
  expect(states.map((state) => state.isWaiting)).toEqual([true, true, true])
  expect(buffer.take()?.containers.map((each) => each.container.id)).toEqual(['a', 'b', 'c'])
  await new Promise(setImmediate)
  expect(states.map((state) => state.isWaiting)).toEqual([false, false, false])
  expect(buffer.take()).toBeNull()
})

test('waiting writers continue when the reader is closed', async () => {
  const buffer = new LogBuffer()
  const waiting = buffer.add(container('a'), read(5_000_000))
  buffer.close()
  await waiting
  await buffer.add(container('a'), read(5_000_000))
})

test('lines of one container stay together, with its newest cursor', async () => {
  const buffer = new LogBuffer()
  const one = container('a')
  await buffer.add(one, read(1))
  await buffer.add(one, { ...read(2), cursor: { stdout: { at: 'later', count: 1 }, stderr: null } })
  const [only] = buffer.take()?.containers ?? []
  expect(only?.lines.map((line) => line.text.length)).toEqual([1, 2])
  expect(only?.cursor.stdout?.at).toBe('later')
})
