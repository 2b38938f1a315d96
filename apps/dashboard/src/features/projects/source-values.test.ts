import { expect, it } from 'vitest'
import { nameOf, toBody } from './source-values.ts'

it('names a project after its source', () => {
  expect(nameOf('https://git.example.com/ada/shop.git')).toBe('shop')
  expect(nameOf('https://git.example.com/ada/shop/')).toBe('shop')
  expect(nameOf('ghcr.io/ada/shop:1.4.2')).toBe('shop')
  expect(nameOf('ghcr.io/ada/shop@sha256:abc')).toBe('shop')
  expect(nameOf('services:\n  web: {}')).toBe('')
})

it('sends only the fields of the kind', () => {
  const values = {
    name: '',
    repository: { url: ' https://git.example.com/ada/shop ' },
    image: 'nginx',
    compose: 'services:\n',
    branch: 'main',
    rootDirectory: '',
    composeProfiles: ['debug'],
  }
  expect(toBody('url', values)).toEqual({
    name: 'shop',
    repository: { url: 'https://git.example.com/ada/shop' },
    branch: 'main',
  })
  expect(toBody('image', values)).toEqual({ name: 'nginx', image: 'nginx' })
  expect(toBody('compose', { ...values, name: 'x' })).toEqual({
    name: 'x',
    compose: 'services:\n',
    composeProfiles: ['debug'],
  })
})
