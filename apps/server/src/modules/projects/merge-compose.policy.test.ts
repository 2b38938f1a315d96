import { expect, it } from 'vitest'
import { ServiceBody } from '../environments/services.schemas.ts'
import { mergeServices } from './merge-compose.policy.ts'

const service = (name: string, more: object = {}) => ({
  ...ServiceBody.parse({ name, kind: 'web', source: { builder: 'image', image: 'nginx:1.28' }, port: 80, ...more }),
  ownedByFile: [],
})
const image = (name: string) => ({ source: { builder: 'image', image: name } })

it('changes only what was edited in the file, so settings of people stay', () => {
  const merged = mergeServices({
    base: [service('web', { command: 'serve' })],
    next: [service('web', { command: 'serve', ...image('nginx:1.29') })],
    current: [service('web', { command: 'serve --fast', replicas: 3 })],
  })
  expect(merged).toMatchObject([{ name: 'web', source: { image: 'nginx:1.29' }, command: 'serve --fast', replicas: 3 }])
})

it('resets a field that was removed from the file', () => {
  const base = [service('web', { command: 'serve' })]
  const merged = mergeServices({ base, next: [service('web')], current: base })
  expect(merged).toMatchObject([{ name: 'web', command: null }])
})

it('adds and removes services, and keeps those that only Longshore knows', () => {
  const merged = mergeServices({
    base: [service('web'), service('old')],
    next: [service('web', { dependsOn: ['new'] }), service('new')],
    current: [service('web', { dependsOn: ['old'] }), service('old'), service('mine')],
  })
  expect(merged.map(({ name }) => name)).toEqual(['web', 'mine', 'new'])
  expect(merged[0]?.dependsOn).toEqual(['new'])
})

it('leaves out a service that was removed in Longshore, and references to it', () => {
  const both = [service('web', { dependsOn: ['mail'] }), service('mail')]
  const next = [service('web', { dependsOn: ['mail'], port: 8080 }), service('mail')]
  const merged = mergeServices({ base: both, next, current: [service('web')] })
  expect(merged).toMatchObject([{ name: 'web', port: 8080, dependsOn: [] }])
})

it('takes all services of the file if the environment has none', () => {
  const merged = mergeServices({ base: [service('web')], next: [service('web', image('nginx:1.29'))], current: [] })
  expect(merged).toMatchObject([{ name: 'web', source: { image: 'nginx:1.29' } }])
})
