import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type ContractCase, call, freshNames, specOf, withNetwork } from './contract-case.ts'

export const containerContract: readonly ContractCase[] = [
  {
    name: 'a network is made once, keeps its subnet, and shares it with no other',
    async run(context) {
      const { runtime, pool } = context
      await withNetwork(context, async (one) => {
        await withNetwork(context, async (two) => {
          const [first] = await runtime.listNetworks(one.labels, call)
          const again = await runtime.ensureNetwork({ name: one.network, labels: one.labels, pool }, call)
          const [other] = await runtime.listNetworks(two.labels, call)
          assert.deepEqual(again, first)
          assert.notEqual(first?.subnet, other?.subnet)
          assert.match(first?.subnet ?? '', new RegExp(`/${pool.prefix}$`))
        })
      })
    },
  },
  {
    name: 'removing what is not there succeeds',
    async run({ runtime }) {
      const { network, container, volume } = freshNames()
      await runtime.removeNetwork(network, call)
      await runtime.removeContainer(container, call)
      await runtime.removeVolume(volume, call)
      await runtime.stopContainer(container, { ...call, graceSeconds: 1 })
      assert.equal(await runtime.inspectContainer(container, call), null)
    },
  },
  {
    name: 'starting a container twice is starting it once',
    async run(context) {
      await withNetwork(context, async (names) => {
        const spec = specOf(context, names)
        const first = await context.runtime.startContainer(spec, call)
        const second = await context.runtime.startContainer(spec, call)
        assert.equal(first.state, 'running')
        assert.equal(second.id, first.id)
        assert.equal(second.address, first.address)
        assert.equal((await context.runtime.listContainers(names.labels, call)).length, 1)
      })
    },
  },
  {
    name: 'another specification under the same name replaces the container',
    async run(context) {
      await withNetwork(context, async (names) => {
        const first = await context.runtime.startContainer(specOf(context, names), call)
        const changed = specOf(context, names, { environment: [['A', 'c']] })
        const second = await context.runtime.startContainer(changed, call)
        assert.notEqual(second.id, first.id)
        assert.equal((await context.runtime.listContainers(names.labels, call)).length, 1)
      })
    },
  },
  {
    name: 'the same options and files are the same container, and another file replaces it',
    async run(context) {
      await withNetwork(context, async (names) => {
        const withFile = (content: string) =>
          specOf(context, names, {
            options: { stopSignal: 'SIGINT', ulimits: [{ name: 'nofile', soft: 512, hard: 1_024 }] },
            files: [{ path: '/etc/app/settings', content, mode: 0o644 }],
          })
        const first = await context.runtime.startContainer(withFile('a'), call)
        assert.equal(first.state, 'running')
        assert.equal((await context.runtime.startContainer(withFile('a'), call)).id, first.id)
        assert.notEqual((await context.runtime.startContainer(withFile('b'), call)).id, first.id)
        assert.equal((await context.runtime.listContainers(names.labels, call)).length, 1)
      })
    },
  },
  {
    name: 'addresses differ, and one that is stopped keeps its own',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const first = await runtime.startContainer(specOf(context, names), call)
        await runtime.stopContainer(first.name, { ...call, graceSeconds: 1 })
        const others = await Promise.all(
          [1, 2, 3].map((n) =>
            runtime.startContainer(specOf(context, names, { name: `${names.container}-${n}` }), call),
          ),
        )
        const stopped = await runtime.inspectContainer(first.name, call)
        assert.equal(stopped?.state, 'exited')
        const again = await runtime.restartStopped(first.name, call)
        assert.equal(again.state, 'running')
        assert.equal(again.address, first.address)
        assert.equal(new Set([again, ...others].map((each) => each.address)).size, 4)
      })
    },
  },
  {
    name: 'a changed restart policy leaves a running container as it is',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const first = await runtime.startContainer(specOf(context, names), call)
        await runtime.setRestart(first.name, 'no', call)
        const held = await runtime.inspectContainer(first.name, call)
        assert.deepEqual([held?.id, held?.state, held?.restarts], [first.id, 'running', false])
        await runtime.setRestart(first.name, 'always', call)
        assert.equal((await runtime.inspectContainer(first.name, call))?.restarts, true)
        await runtime.setRestart(`${names.container}-none`, 'no', call)
      })
    },
  },
  {
    name: 'labels find containers, stopped ones too, and all of the labels have to be there',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const labels = { ...names.labels, 'longshore.role': 'app' }
        const { name } = await runtime.startContainer(specOf(context, names, { labels }), call)
        await runtime.stopContainer(name, { ...call, graceSeconds: 1 })
        const found = await runtime.listContainers(labels, call)
        assert.deepEqual(
          found.map((each) => each.name),
          [name],
        )
        assert.deepEqual(await runtime.listContainers({ ...labels, 'longshore.role': 'cron' }, call), [])
        for (const [key, value] of Object.entries(labels)) assert.equal(found[0]?.labels[key], value)
      })
    },
  },
  {
    name: 'an image that is not there, a network that is not there, and what no service may have are refused',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const start = (change: object) => runtime.startContainer(specOf(context, names, change), call)
        await assert.rejects(start({ image: `sha256:${'0'.repeat(64)}` }), { code: 'image_not_found' })
        await assert.rejects(start({ network: freshNames().network }), { name: 'RuntimeError' })
        await assert.rejects(start({ volumes: [{ name: '/etc', path: '/x' }] }), { code: 'policy_refused' })
        assert.deepEqual(await runtime.listContainers(names.labels, call), [])
      })
    },
  },
  {
    name: 'another installation sees and touches nothing of ours',
    async run(context) {
      const { runtime, stranger } = context
      await withNetwork(context, async (names) => {
        await runtime.ensureVolume({ name: names.volume, labels: names.labels }, call)
        const { name } = await runtime.startContainer(specOf(context, names), call)
        assert.deepEqual(await stranger.listContainers(names.labels, call), [])
        assert.deepEqual(await stranger.listNetworks(names.labels, call), [])
        assert.deepEqual(await stranger.listVolumes(names.labels, call), [])
        await stranger.removeNetwork(names.network, call)
        await stranger.removeVolume(names.volume, call)
        await stranger.removeContainer(name, call).catch(() => undefined)
        assert.equal((await runtime.inspectContainer(name, call))?.state, 'running')
        assert.equal((await runtime.listVolumes(names.labels, call)).length, 1)
      })
    },
  },
  {
    name: 'a program begins after that is recorded, is adopted while it is there, and is never started twice',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const spec = specOf(context, names, { restart: 'no' })
        const refused = { ...call, onCreated: () => Promise.reject(new Error('not recorded')) }
        await assert.rejects(runtime.startProgram(spec, refused), { message: 'not recorded' })
        assert.notEqual((await runtime.inspectContainer(spec.name, call))?.state, 'running')
        let before: string | undefined
        const onCreated = async () => {
          before = (await runtime.inspectContainer(spec.name, call))?.state
        }
        const started = await runtime.startProgram(spec, { ...call, onCreated })
        assert.equal(before, 'created')
        assert.equal((await runtime.adoptProgram(spec.name, call))?.id, started.id)
        await runtime.stopContainer(spec.name, { ...call, graceSeconds: 1 })
        const ended = await runtime.adoptProgram(spec.name, call)
        assert.equal(ended?.id, started.id)
        assert.equal(ended?.state, 'exited')
        await runtime.removeContainer(spec.name, call)
        assert.equal(await runtime.adoptProgram(spec.name, call), null)
      })
    },
  },
  {
    name: 'a volume is made once and outlives its containers',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const { volume, labels } = names
        await runtime.ensureVolume({ name: volume, labels }, call)
        await runtime.ensureVolume({ name: volume, labels }, call)
        const spec = specOf(context, names, { volumes: [{ name: volume, path: '/data' }] })
        await runtime.startContainer(spec, call)
        await runtime.removeContainer(spec.name, call)
        assert.deepEqual(await runtime.listVolumes(labels, call), [{ name: volume }])
      })
    },
  },
  {
    name: 'a volume whose container is still being removed is waited for',
    async run(context) {
      const { runtime } = context
      await withNetwork(context, async (names) => {
        const { volume, labels } = names
        await runtime.ensureVolume({ name: volume, labels }, call)
        const spec = specOf(context, names, { volumes: [{ name: volume, path: '/data' }] })
        await runtime.startContainer(spec, call)
        const removing = runtime.removeVolume(volume, call)
        await Promise.all([delay(600).then(() => runtime.removeContainer(spec.name, call)), removing])
        assert.deepEqual(await runtime.listVolumes(labels, call), [])
      })
    },
  },
]
