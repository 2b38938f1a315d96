import { describe, expect, it } from 'vitest'
import { compareServer, type KnownEnvironment, type SeenContainer, type SeenServer } from './compare-server.policy.ts'

const container = (name: string, over: Partial<SeenContainer> = {}): SeenContainer => ({
  name,
  environment: 'env_a',
  deployment: 'dep_live',
  service: 'web',
  role: 'app',
  state: 'running',
  restarts: true,
  hasWithdrawnParts: false,
  ...over,
})

const whole: SeenServer = {
  containers: [
    container('web-0'),
    container('web-1'),
    container('db', { role: 'database', deployment: null, service: 'db' }),
  ],
  images: [{ id: 'sha256:live', tags: ['longshore/env_a:1'], environment: 'env_a' }],
  networks: [{ name: 'net', environment: 'env_a' }],
  proxy: { env_a: { current: 'dep_live', releases: ['dep_live'] } },
}

const known: KnownEnvironment = {
  id: 'env_a',
  isBusy: false,
  isStopped: false,
  live: {
    deployment: 'dep_live',
    hasTraffic: true,
    containers: [
      { name: 'web-0', service: 'web', isDatabase: false },
      { name: 'web-1', service: 'web', isDatabase: false },
      { name: 'db', service: 'db', isDatabase: true },
    ],
  },
  network: 'net',
  unfinished: new Set(),
  heldCommands: new Set(['held']),
  heldOneOffs: new Set(['dump']),
  keptImages: new Set(['sha256:live']),
}

function compare(
  seen: Partial<SeenServer>,
  environment: Partial<KnownEnvironment> | null = {},
  restored = false,
  trashed = new Set<string>(),
) {
  const list = environment === null ? [] : [{ ...known, ...environment }]
  const map = new Map(list.map((each) => [each.id, each]))
  const [finding] = compareServer({ ...whole, ...seen }, map, { isRestored: restored, trashed })
  return { codes: finding?.drift.map((each) => each.code) ?? [], actions: finding?.actions ?? [] }
}

const nothing = { codes: [], actions: [] }
const with_ = (...more: SeenContainer[]) => ({ containers: [...whole.containers, ...more] })

describe('a live environment', () => {
  it('needs no action in its desired state', () => {
    expect(compare({})).toEqual(nothing)
  })

  it('recreates missing containers except databases, and starts a stopped one', () => {
    const gone = { codes: ['container_gone'], actions: [{ do: 'recreate' }] }
    expect(compare({ containers: whole.containers.slice(1) })).toEqual(gone)
    expect(compare({ containers: whole.containers.slice(0, 2) })).toEqual({ codes: ['container_gone'], actions: [] })
    const stopped = [container('web-0', { state: 'stopped' }), ...whole.containers.slice(1)]
    expect(compare({ containers: stopped })).toEqual({
      codes: ['container_stopped'],
      actions: [{ do: 'start-container', name: 'web-0' }],
    })
  })

  it('keeps Docker from starting a container again whose parts of the server were withdrawn, until they are back', () => {
    const withdrawn = (over: Partial<SeenContainer>) => ({
      containers: [container('web-0', { hasWithdrawnParts: true, ...over }), ...whole.containers.slice(1)],
    })
    const hold = { do: 'set-restart', name: 'web-0', restart: 'no' }
    expect(compare(withdrawn({}))).toEqual({ codes: ['allowance_withdrawn'], actions: [hold] })
    expect(compare(withdrawn({ restarts: false }))).toEqual({ codes: ['allowance_withdrawn'], actions: [] })
    const stopped = { codes: ['allowance_withdrawn'], actions: [] }
    expect(compare(withdrawn({ restarts: false, state: 'stopped' }))).toEqual(stopped)
    const release = { do: 'set-restart', name: 'web-0', restart: 'always' }
    const back = withdrawn({ restarts: false, hasWithdrawnParts: false })
    expect(compare(back)).toEqual({ codes: [], actions: [release] })
  })

  it('reports a crashing container and leaves it alone', () => {
    const crashing = [container('web-0', { state: 'restarting' }), ...whole.containers.slice(1)]
    expect(compare({ containers: crashing })).toEqual({ codes: ['container_crashing'], actions: [] })
  })

  it('removes leftovers of a finished deployment', () => {
    expect(compare(with_(container('old-0', { deployment: 'dep_old' })))).toEqual({
      codes: ['container_extra'],
      actions: [{ do: 'remove-container', name: 'old-0' }],
    })
    const proxy = { env_a: { current: 'dep_live', releases: ['dep_live', 'dep_old'] } }
    expect(compare({ proxy }).actions).toEqual([{ do: 'remove-release', release: 'dep_old' }])
    const images = [...whole.images, { id: 'sha256:old', tags: [], environment: 'env_a' }]
    expect(compare({ images }).actions).toEqual([{ do: 'remove-image', id: 'sha256:old' }])
    const networks = [...whole.networks, { name: 'other', environment: 'env_a' }]
    expect(compare({ networks }).actions).toEqual([{ do: 'remove-network', name: 'other' }])
  })

  it('removes nothing of a running deployment', () => {
    const unfinished = new Set(['dep_new'])
    const images = [...whole.images, { id: 'sha256:new', tags: [], environment: 'env_a' }]
    const proxy = { env_a: { current: 'dep_live', releases: ['dep_live', 'dep_new'] } }
    expect(compare({ ...with_(container('new-0', { deployment: 'dep_new' })), images, proxy }, { unfinished })).toEqual(
      nothing,
    )
  })

  it('is skipped while a run is changing it', () => {
    expect(compare({ containers: [], proxy: {} }, { isBusy: true })).toEqual(nothing)
  })

  it('is left alone while it stands in for an environment in a drill, also in its own run', () => {
    const drill = { isDrill: true, live: null } as const
    expect(compare({}, { ...drill, isBusy: false })).toEqual(nothing)
    expect(compare({}, { live: null }).actions).not.toEqual([])
  })

  it('keeps and reports a database that is no longer wanted', () => {
    const stray = container('old-db', { role: 'database', deployment: null, service: 'old-db' })
    expect(compare(with_(stray))).toEqual({ codes: ['container_extra'], actions: [] })
  })

  it('keeps a command with a waiting caller, and removes one without, running or not', () => {
    const command = (name: string) => container(name, { role: 'command' })
    expect(compare(with_(command('held')))).toEqual(nothing)
    const removed = { codes: [], actions: [{ do: 'remove-container', name: 'left' }] }
    expect(compare(with_(command('left')))).toEqual(removed)
    expect(compare(with_({ ...command('left'), state: 'stopped' }))).toEqual(removed)
  })

  it('keeps a program of an unfinished run, and removes one of a finished run, running or not', () => {
    for (const role of ['cron', 'release-command', 'rehearsal']) {
      const program = container('program', { role, deployment: null })
      const removed = { codes: [], actions: [{ do: 'remove-container', name: 'program' }] }
      for (const state of ['running', 'stopped'] as const) {
        expect(compare(with_({ ...program, state }), { heldOneOffs: new Set(['program']) })).toEqual(nothing)
        expect(compare(with_({ ...program, state }))).toEqual(removed)
      }
    }
    const dump = container('other-dump', { role: 'backup', deployment: null })
    expect(compare(with_(dump))).toEqual(nothing)
  })

  it('that is not live on the server keeps the held programs and commands there', () => {
    const containers = [container('held', { role: 'command' }), container('dump', { role: 'cron', deployment: null })]
    expect(compare({ containers }, { live: null }).actions.map((each) => each.do)).not.toContain('remove-container')
  })

  it('leaves a dump of an unfinished run alone, whether it has started or ended', () => {
    const dump = container('dump', { role: 'backup', deployment: null, state: 'stopped' })
    expect(compare(with_(dump))).toEqual(nothing)
    expect(compare(with_(dump), { heldOneOffs: new Set() }).actions).toEqual([{ do: 'remove-container', name: 'dump' }])
    expect(compare({ containers: [dump] }, { live: null }).actions).not.toContainEqual({
      do: 'remove-container',
      name: 'dump',
    })
  })

  it('gets its traffic back', () => {
    const proxy = { env_a: { current: 'dep_old', releases: ['dep_live', 'dep_old'] } }
    expect(compare({ proxy })).toEqual({
      codes: ['traffic_elsewhere'],
      actions: [
        { do: 'switch-back', release: 'dep_live' },
        { do: 'remove-release', release: 'dep_old' },
      ],
    })
    // The proxy's volume was lost.
    expect(compare({ proxy: {} })).toEqual({
      codes: ['traffic_elsewhere'],
      actions: [{ do: 'recreate' }, { do: 'switch-back', release: 'dep_live' }],
    })
    expect(compare({ proxy: null })).toEqual(nothing)
  })
})

it('a stopped environment is stopped again after a reboot, and misses nothing', () => {
  const down = whole.containers.map((each) => ({ ...each, state: 'stopped' as const }))
  const proxy = { env_a: { current: null, releases: ['dep_live'] } }
  expect(compare({ containers: down, proxy }, { isStopped: true })).toEqual(nothing)
  expect(compare({ proxy }, { isStopped: true }).actions.map((each) => each.do)).toEqual([
    'stop-container',
    'stop-container',
    'stop-container',
  ])
})

it('a stopped environment that still has its traffic loses it, so visitors get the 503 page', () => {
  const containers = whole.containers.map((each) => ({ ...each, state: 'stopped' as const }))
  expect(compare({ containers }, { isStopped: true })).toEqual({ codes: [], actions: [{ do: 'switch-off' }] })
  expect(compare({ containers, proxy: null }, { isStopped: true })).toEqual(nothing)
})

describe('an environment that is not live here', () => {
  it('leaves only its databases after a move', () => {
    expect(compare({}, { live: null, keptImages: new Set() }).actions).toEqual([
      { do: 'remove-folder' },
      { do: 'remove-container', name: 'web-0' },
      { do: 'remove-container', name: 'web-1' },
      { do: 'remove-image', id: 'sha256:live' },
    ])
  })

  it('is left alone during its first deployment', () => {
    const first = { live: null, unfinished: new Set(['dep_live']) }
    const containers = whole.containers.slice(0, 2)
    expect(compare({ containers }, first).actions).toEqual([])
  })
})

describe('an unknown environment', () => {
  it('is removed, but never after a restore', () => {
    expect(compare({}, null).actions.map((each) => each.do)).toEqual([
      'remove-folder',
      'remove-container',
      'remove-container',
      'remove-container',
      'remove-network',
      'remove-image',
    ])
    expect(compare({}, null, true)).toEqual({ codes: ['unknown_after_restore'], actions: [] })
  })
})

describe('after an unconfirmed restore', () => {
  const newer = container('web-9', { deployment: 'dep_newer' })
  const traffic = { proxy: { env_a: { current: 'dep_newer', releases: ['dep_newer'] } } }

  it('differences are reported, and nothing is changed', () => {
    expect(compare({ containers: [newer], ...traffic }, {}, true)).toEqual({
      codes: expect.arrayContaining(['container_gone', 'container_extra', 'traffic_elsewhere']),
      actions: [],
    })
    expect(compare({ containers: [newer], ...traffic }).actions.map((each) => each.do)).toContain('switch-back')
  })

  it('whatever was deployed, stopped, or started later stays as it is', () => {
    expect(compare({}, { live: null }, true)).toEqual({ codes: ['newer_after_restore'], actions: [] })
    expect(compare({}, { isStopped: true }, true)).toEqual({ codes: ['newer_after_restore'], actions: [] })
    const stopped = whole.containers.map((each) => ({ ...each, state: 'stopped' as const }))
    expect(compare({ containers: stopped }, {}, true).actions).toEqual([])
  })

  it('an environment in its desired state has nothing to report', () => {
    expect(compare({}, {}, true)).toEqual(nothing)
  })
})

it('resources without an environment label are ignored', () => {
  const containers = [...whole.containers, container('proxy', { environment: null, role: null, deployment: null })]
  expect(compare({ containers })).toEqual(nothing)
})

describe('an environment in the trash', () => {
  const trashed = new Set(['env_a'])

  it('is stopped and loses its traffic, and nothing of it is removed', () => {
    expect(compare({}, null, false, trashed)).toEqual({
      codes: [],
      actions: [
        { do: 'switch-off' },
        { do: 'stop-container', name: 'web-0' },
        { do: 'stop-container', name: 'web-1' },
        { do: 'stop-container', name: 'db' },
      ],
    })
  })

  it('needs no action once it is stopped', () => {
    const containers = whole.containers.map((each) => ({ ...each, state: 'stopped' as const }))
    const proxy = { env_a: { current: null, releases: ['dep_live'] } }
    expect(compare({ containers, proxy }, null, false, trashed)).toEqual(nothing)
  })
})
