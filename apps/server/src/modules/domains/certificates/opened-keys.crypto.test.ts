import { beforeEach, expect, it } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { Secret } from '../../../platform/secrets/secret.ts'
import { rememberOpened } from './opened-keys.crypto.ts'

const organization = brandId<'org'>('o')
let opened: string[] = []
const unsealer = {
  async unseal(_: unknown, sealed: string) {
    opened.push(sealed)
    return new Secret(`open ${sealed}`)
  },
}

beforeEach(() => {
  opened = []
})

it('opens a key once, and again when it was replaced', async () => {
  const open = rememberOpened(unsealer)
  const route = { id: brandId<'rte'>('a'), sealed: 'one' }
  expect((await open(organization, route)).reveal()).toBe('open one')
  expect((await open(organization, route)).reveal()).toBe('open one')
  expect((await open(organization, { ...route, sealed: 'two' })).reveal()).toBe('open two')
  expect(opened).toEqual(['one', 'two'])
})

it("opens it separately for each organization: another organization's key doesn't open", async () => {
  const open = rememberOpened(unsealer)
  const route = { id: brandId<'rte'>('a'), sealed: 'one' }
  await open(organization, route)
  await open(brandId<'org'>('p'), route)
  expect(opened).toEqual(['one', 'one'])
})

it('keeps a limited number', async () => {
  const open = rememberOpened(unsealer, 2)
  for (const id of ['a', 'b', 'c', 'b', 'a']) await open(organization, { id: brandId<'rte'>(id), sealed: id })
  expect(opened).toEqual(['a', 'b', 'c', 'a'])
})
