import { expect, test } from 'vitest'
import { isDashboardServer } from './dashboard-server.policy.ts'

const dashboard = { 'longshore.dashboard': 'https://deploy.example.com' }
const wanted = { publicUrl: 'https://deploy.example.com', managedLabel: 'longshore.instance' }

test.each([
  ['the api', [dashboard], true],
  ['nothing', [], false],
  ['the api of another address', [{ 'longshore.dashboard': 'https://other.example.com' }], false],
  ['an app whose image carries the label', [{ ...dashboard, 'longshore.instance': 'one' }], false],
  ['such an app beside the api', [{ ...dashboard, 'longshore.instance': 'one' }, dashboard], true],
])('%s', (_, labels, expected) => {
  expect(isDashboardServer(labels, wanted)).toBe(expected)
})
