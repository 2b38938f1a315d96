import type { Engine } from '@longshore/remote/docker'
import { describe, expect, it } from 'vitest'
import { findLabeled } from './labeled-items.ts'

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

/** Networks of tests cannot be made older on a real Engine: their age is in its own database. */
function engineWith(containers: readonly object[], networks: readonly string[]): Engine {
  return Object.assign(Object.create(null), {
    http: { read: async (schema: { parse(value: unknown): unknown }) => schema.parse(containers) },
    listImages: async () => [],
    listNetworks: async () => networks.map((name) => ({ Id: `id of ${name}`, Name: name, Created: old })),
  })
}

describe('networks that are taken for rubbish', () => {
  const containers = [container('web', 'running', 'live'), container('worker', 'exited', 'stopped')]
  const search = { instance: 'i', signal: new AbortController().signal }
  const namesIn = async (engine: Engine, more = {}) =>
    (await findLabeled(engine, { ...search, ...more })).filter(({ kind }) => kind === 'network').map(({ name }) => name)

  it('are those that nothing is connected to once the containers are gone', async () => {
    expect(await namesIn(engineWith(containers, ['live', 'stopped', 'empty']))).toEqual(['stopped', 'empty'])
  })

  it('are not those of a container that stays, running or not', async () => {
    const young = { ...container('new', 'exited', 'stopped'), Created: Date.now() / 1_000 }
    expect(await namesIn(engineWith([...containers, young], ['live', 'stopped']))).toEqual([])
  })

  it('are all of them when the server is let go of', async () => {
    expect(await namesIn(engineWith(containers, ['live', 'stopped']), { alsoInUse: true })).toEqual(['live', 'stopped'])
  })
})
