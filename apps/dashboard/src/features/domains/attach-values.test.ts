import { expect, test } from 'vitest'
import { emptyValues, toAttachBody } from './attach-values.ts'

test('a hostname alone sends defaults and nothing else', () => {
  expect(toAttachBody({ ...emptyValues(), hostname: ' app.example.com ' })).toEqual({
    hostname: 'app.example.com',
    ssl: { mode: 'auto' },
    forceHttps: true,
    redirects: { www: false, rules: [] },
    hsts: null,
    basicAuth: null,
    maxBodyBytes: null,
    maintenance: null,
    paths: [],
  })
})

test('does not send kept passwords or certificates', () => {
  const body = toAttachBody({
    ...emptyValues(),
    hostname: 'app.example.com',
    protection: 'keep',
    ssl: { mode: 'custom', certificate: '', privateKey: '' },
  })
  expect(body).not.toHaveProperty('basicAuth')
  expect(body).not.toHaveProperty('ssl')
})

test('plain HTTP does not force HTTPS', () => {
  const values = { ...emptyValues(), ssl: { mode: 'off' as const, certificate: '', privateKey: '' } }
  const body = toAttachBody({ ...values, hsts: { choice: 'year', includeSubdomains: true } })
  expect(body).toMatchObject({ forceHttps: false, hsts: null, ssl: { mode: 'off' } })
})
