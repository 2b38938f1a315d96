import { expect, test } from 'vitest'
import { trustedProxies } from './trusted-proxies.ts'

const routes = `Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth1\t00000000\t010013AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
`

test('the gateway is the one of the default route', () => {
  expect(trustedProxies(['gateway', '203.0.113.7'], () => routes)).toEqual(['172.19.0.1', '203.0.113.7'])
})

test('without a default route it trusts no address, and only it reads the table', () => {
  expect(trustedProxies(['gateway'], () => routes.split('\n').slice(2).join('\n'))).toEqual([])
  const fail = () => {
    throw new Error('read')
  }
  expect(trustedProxies(['10.0.0.0/8'], fail)).toEqual(['10.0.0.0/8'])
})
