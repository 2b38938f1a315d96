import { expect, test, vi } from 'vitest'
import { whenElected } from './leader-election.ts'

const times = { claimMs: 30, beatMs: 40, silenceMs: 150 }
const eventually = (expectation: () => void) => vi.waitFor(expectation, { timeout: 5_000, interval: 5 })
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function openTab(name: string) {
  const stop = new AbortController()
  const tab = { isLeading: false, terms: 0 }
  const done = whenElected(
    name,
    stop.signal,
    async (signal) => {
      tab.isLeading = true
      tab.terms += 1
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      tab.isLeading = false
      signal.throwIfAborted()
    },
    times,
  ).catch(() => undefined)
  const close = async () => {
    stop.abort()
    await done
  }
  return { tab, close }
}

const leaders = (tabs: readonly { tab: { isLeading: boolean } }[]) => tabs.filter(({ tab }) => tab.isLeading).length

test('one of many tabs leads, also when they open at the same time', async () => {
  const tabs = Array.from({ length: 12 }, () => openTab('many'))
  await eventually(() => expect(leaders(tabs)).toBe(1))
  await pause(times.silenceMs * 3)
  expect(leaders(tabs)).toBe(1)
  for (const { close } of tabs) await close()
  expect(leaders(tabs)).toBe(0)
})

test('a tab that leaves hands over before the silence ends', async () => {
  const first = openTab('leaves')
  await eventually(() => expect(first.tab.isLeading).toBe(true))
  const others = [openTab('leaves'), openTab('leaves')]
  await pause(times.claimMs * 2)
  expect(leaders(others)).toBe(0)
  await first.close()
  await eventually(() => expect(leaders(others)).toBe(1))
  for (const { close } of others) await close()
})

test('after a crash, the others elect a leader', async () => {
  const crashed = new BroadcastChannel('crash.leader')
  const beats = setInterval(() => crashed.postMessage({ kind: 'lead', id: '0' }), times.beatMs)
  const tabs = [openTab('crash'), openTab('crash')]
  await pause(times.silenceMs * 2)
  expect(leaders(tabs)).toBe(0)
  clearInterval(beats)
  await eventually(() => expect(leaders(tabs)).toBe(1))
  for (const { close } of tabs) await close()
  crashed.close()
})

test('of two leaders, the one with the higher id steps down and leads again later', async () => {
  const tab = openTab('two')
  await eventually(() => expect(tab.tab.isLeading).toBe(true))
  const other = new BroadcastChannel('two.leader')
  const heard: string[] = []
  other.onmessage = ({ data }) => void heard.push(data.kind)
  other.postMessage({ kind: 'lead', id: 'z' })
  await eventually(() => expect(heard).toContain('lead'))
  expect(tab.tab).toEqual({ isLeading: true, terms: 1 })
  other.postMessage({ kind: 'lead', id: '' })
  await eventually(() => expect(tab.tab.isLeading).toBe(false))
  await eventually(() => expect(tab.tab).toEqual({ isLeading: true, terms: 2 }))
  await tab.close()
  other.close()
})
