import { expect, test } from 'vitest'
import { listeningOf, readSockets } from './listening.ts'

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const rest = '00000000:00000000 00:00000000 00000000     0        0 12345 1 0000000000000000 100 0 0 10 0'

test('lists the sockets of both families without Docker’s own resolver', () => {
  const text = [
    head,
    `   0: 0100007F:0BB8 00000000:0000 0A ${rest}`,
    `   1: 0B00007F:A3B1 00000000:0000 0A ${rest}`,
    `   2: 0200D20A:1F90 0100D20A:D431 01 ${rest}`,
    head,
    `   0: 00000000000000000000000000000000:0050 00000000000000000000000000000000:0000 0A ${rest}`,
    `   1: 00000000000000000000000001000000:0051 00000000000000000000000000000000:0000 0A ${rest}`,
    `   2: 0000000000000000FFFF00000100007F:0052 00000000000000000000000000000000:0000 0A ${rest}`,
  ].join('\n')
  const sockets = readSockets(text)
  expect(listeningOf(sockets)).toEqual(['[::]:80', '[::1]:81', '127.0.0.1:82', '127.0.0.1:3000'])
  expect(sockets.filter((each) => each.state === 'established')).toEqual([
    { address: '10.210.0.2', port: 8_080, state: 'established' },
  ])
})

test('ignores invalid lines', () => {
  expect(readSockets('0: x\n\n  9: 0100007F:0BB8\u001b[2J')).toEqual([])
})
