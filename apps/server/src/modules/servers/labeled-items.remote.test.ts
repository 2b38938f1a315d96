import type { Engine } from '@longshore/remote/docker'
import { describe, expect, it } from 'vitest'
import { findLabeled } from './labeled-items.remote.ts'

const old = '2020-01-01T00:00:00Z'
const container = (id: string, state: string, network: string) => ({
  Id: id,
  Names: [`/${id}`],
  ImageID: `image of ${id}`,
  State: state,
  Created: Date.parse(old) / 1_000,
  SizeRw: 1,
  NetworkSettings: { Networks: { [network]: { NetworkID: `id of ${network}` } } },
})

/** A real Docker Engine can't create older networks for tests, because their age is in its own database. */
function engineWith(containers: readonly object[], networks: readonly string[]): Engine {
  return Object.assign(Object.create(null), {
    http: { read: async (schema: { parse(value: unknown): unknown }) => schema.parse(containers) },
    listImages: async () => [],
    listNetworks: async () => networks.map((name) => ({ Id: `id of ${name}`, Name: name, Created: old })),
  })
}

describe('unused networks', () => {
  const containers = [container('web', 'running', 'live'), container('worker', 'exited', 'stopped')]
  const search = { instance: 'i', signal: new AbortController().signal }
  const namesIn = async (engine: Engine, more = {}) =>
    (await findLabeled(engine, { ...search, ...more })).filter(({ kind }) => kind === 'network').map(({ name }) => name)

  it('are those without connections once the containers are removed', async () => {
    expect(await namesIn(engineWith(containers, ['live', 'stopped', 'empty']))).toEqual(['stopped', 'empty'])
  })

  it("don't include those of a container that stays, running or not", async () => {
    const young = { ...container('new', 'exited', 'stopped'), Created: Date.now() / 1_000 }
    expect(await namesIn(engineWith([...containers, young], ['live', 'stopped']))).toEqual([])
  })

  it('are all of them when the server is removed', async () => {
    expect(await namesIn(engineWith(containers, ['live', 'stopped']), { alsoInUse: true })).toEqual(['live', 'stopped'])
  })
})
