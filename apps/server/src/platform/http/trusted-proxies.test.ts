import { expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth1\t00000000\t010013AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
`

test('resolves `gateway` to the gateway of the default route', () => {
  expect(trustedProxies(['gateway', '203.0.113.7'], () => routes)).toEqual(['172.19.0.1', '203.0.113.7'])
})

test('trusts no address without a default route, and reads the routing table only for `gateway`', () => {
  expect(trustedProxies(['gateway'], () => routes.split('\n').slice(2).join('\n'))).toEqual([])
  const fail = () => {
    throw new Error('read')
  }
  expect(trustedProxies(['10.0.0.0/8'], fail)).toEqual(['10.0.0.0/8'])
})
