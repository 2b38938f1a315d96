import { expect, it } from 'vitest'
import { serviceState } from './service-state.ts'

type State = Parameters<typeof serviceState>[1][number]
const web = { id: 'svc_web', kind: 'web' } as const
const instance = (state: State['state'], health: State['health'] = null): State => ({
  serviceId: 'svc_web',
  state,
  health,
})
const other: State = { serviceId: 'svc_db', state: 'exited', health: null }

it.each<[string, string, State[]]>([
  ['good', 'Running', [instance('running'), instance('running'), other]],
  ['warn', 'Unhealthy', [instance('running', 'unhealthy')]],
  ['warn', '1 of 2 running', [instance('running'), instance('exited')]],
  ['bad', 'Restarting', [instance('running'), instance('restarting')]],
  ['paused', 'Stopped', [instance('exited')]],
  ['idle', 'Not deployed', [other]],
])('is %s, %s', (tone, label, instances) => {
  expect(serviceState(web, instances)).toEqual({ tone, label })
})

it('has no containers to show for a cron service', () => {
  expect(serviceState({ id: 'svc_web', kind: 'cron' }, []).label).toBe('Runs on schedule')
})
