import { expect, test } from 'vitest'
import { readHost } from './read-host.ts'

const stat =
  'cpu  100 0 50 800 40 5 5 0 0 0\ncpu0 50 0 25 400 20 0 0 0 0 0\ncpu1 50 0 25 400 20 0 0 0 0 0\nintr 1 2 3\n'
const memory = 'MemTotal:        2048 kB\nMemFree:          100 kB\nMemAvailable:    1024 kB\n'
const network = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:     999       0    0    0    0     0          0         0      999       0    0    0    0     0       0          0
docker0:     999       0    0    0    0     0          0         0      999       0    0    0    0     0       0          0
  eth0:    1000       1    0    0    0     0          0         0     2000       1    0    0    0     0       0          0
  ens4:      10       1    0    0    0     0          0         0       20       1    0    0    0     0       0          0
`

test('reads processors, memory, external network, and load', () => {
  expect(readHost(`${stat}${memory}${network}0.52 0.58 0.59 2/312 9999\n`)).toEqual({
    cpus: 2,
    busyTicks: 160,
    totalTicks: 1_000,
    memoryBytes: 2_097_152,
    memoryUsedBytes: 1_048_576,
    load: 0.52,
    receivedBytes: 1_010,
    sentBytes: 2_020,
  })
})

test.each(['', stat, `${stat}${memory}`, `cpu a b c d\n${memory}${network}0.52 0.58 0.59 2/312 9\n`])(
  'rejects incomplete output: %j',
  (text) => {
    expect(readHost(text)).toBeUndefined()
  },
)
