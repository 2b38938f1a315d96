import assert from 'node:assert/strict'
import { type ContractCase, call } from './contract-case.ts'

let created = 0
function fresh() {
  created += 1
  return `env_contract${process.pid}x${created}`
}
const services = { web: ['10.210.0.2:3000'] }

export const proxyContract: readonly ContractCase[] = [
  {
    name: 'a switch says who had the traffic; the same one again is no change',
    async run({ runtime }) {
      const environment = fresh()
      for (const [release, fence] of [
        ['dep_a', 1],
        ['dep_b', 2],
      ] as const)
        await runtime.putRelease({ environment, release, fence, services }, call)
      const first = await runtime.switchRelease({ environment, release: 'dep_a', fence: 3 }, call)
      assert.deepEqual(first, { previous: null, isChange: true })
      const second = await runtime.switchRelease({ environment, release: 'dep_b', fence: 4 }, call)
      assert.deepEqual(second, { previous: 'dep_a', isChange: true })
      const again = await runtime.switchRelease({ environment, release: 'dep_b', fence: 5 }, call)
      assert.equal(again.isChange, false)
      await runtime.removeEnvironment({ environment, fence: 6 }, call)
    },
  },
  {
    name: 'a switch puts the services that it is given, unless its fence is older',
    async run({ runtime }) {
      const environment = fresh()
      const done = await runtime.switchRelease({ environment, release: 'dep_a', fence: 2, services }, call)
      assert.deepEqual(done, { previous: null, isChange: true })
      const stale = { environment, release: 'dep_b', fence: 1, services }
      await assert.rejects(runtime.switchRelease(stale, call), { code: 'stale_fence' })
      assert.deepEqual((await runtime.readProxy(call)).environments[environment]?.releases, ['dep_a'])
      await runtime.removeEnvironment({ environment, fence: 3 }, call)
    },
  },
  {
    name: 'an older fence changes nothing',
    async run({ runtime }) {
      const environment = fresh()
      await runtime.putRelease({ environment, release: 'dep_a', fence: 10, services }, call)
      await runtime.switchRelease({ environment, release: 'dep_a', fence: 10 }, call)
      const stale = { environment, release: 'dep_b', fence: 9 }
      await assert.rejects(runtime.putRelease({ ...stale, services }, call), { code: 'stale_fence' })
      await assert.rejects(runtime.switchRelease(stale, call), { code: 'stale_fence' })
      const state = await runtime.readProxy(call)
      assert.equal(state.environments[environment]?.current, 'dep_a')
      await runtime.removeEnvironment({ environment, fence: 11 }, call)
    },
  },
  {
    name: 'a fence can be raised before anything of the environment is there, and stays when it goes',
    async run({ runtime }) {
      const environment = fresh()
      const raised = await runtime.switchRelease({ environment, release: null, expected: null, fence: 5 }, call)
      assert.deepEqual(raised, { previous: null, isChange: false })
      const stale = { environment, release: 'dep_a', fence: 4 }
      await assert.rejects(runtime.putRelease({ ...stale, services }, call), { code: 'stale_fence' })
      await runtime.removeEnvironment({ environment, fence: 6 }, call)
      await assert.rejects(runtime.putRelease({ ...stale, services }, call), { code: 'stale_fence' })
      assert.equal((await runtime.readProxy(call)).environments[environment], undefined)
    },
  },
  {
    name: 'a switch that expects another release is refused',
    async run({ runtime }) {
      const environment = fresh()
      for (const release of ['dep_a', 'dep_b'])
        await runtime.putRelease({ environment, release, fence: 1, services }, call)
      await runtime.switchRelease({ environment, release: 'dep_a', fence: 2 }, call)
      const wrong = { environment, release: 'dep_b', fence: 3, expected: 'dep_c' }
      await assert.rejects(runtime.switchRelease(wrong, call), { code: 'wrong_release' })
      assert.equal((await runtime.readProxy(call)).environments[environment]?.current, 'dep_a')
      await runtime.removeEnvironment({ environment, fence: 4 }, call)
    },
  },
  {
    name: 'the release with the traffic stays, others go, and an environment goes whole',
    async run({ runtime }) {
      const environment = fresh()
      for (const release of ['dep_a', 'dep_b'])
        await runtime.putRelease({ environment, release, fence: 1, services }, call)
      await runtime.switchRelease({ environment, release: 'dep_b', fence: 2 }, call)
      await runtime.removeRelease({ environment, release: 'dep_a', fence: 3 }, call)
      await runtime.removeRelease({ environment, release: 'dep_a', fence: 3 }, call)
      await runtime.removeRelease({ environment, release: 'dep_b', fence: 3 }, call).catch(() => undefined)
      const state = (await runtime.readProxy(call)).environments[environment]
      assert.equal(state?.current, 'dep_b')
      assert.deepEqual(state?.releases, ['dep_b'])
      await runtime.removeEnvironment({ environment, fence: 4 }, call)
      assert.equal((await runtime.readProxy(call)).environments[environment]?.current ?? null, null)
    },
  },
]
