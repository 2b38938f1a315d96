import { armor, Encrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { readCredentials, readVariable } from './reveal.ts'
import { type Handler, json, serve } from './testing/serve.ts'

/** Encrypts as the worker does. */
function reveals(text: string): Handler {
  return async (response, request) => {
    const encrypter = new Encrypter()
    encrypter.addRecipient(JSON.parse(request.body).recipient)
    json(200, { ciphertext: armor.encode(await encrypter.encrypt(text)) })(response, request)
  }
}

test('decrypts a secret with a key of this one request', async () => {
  await using server = await serve(reveals('open “sesame”'))
  const client = createClient({ baseUrl: server.url })
  for (let n = 0; n < 2; n += 1)
    expect(await readVariable(client, { id: 'env_1', key: 'TOKEN', service: 'web' })).toBe('open “sesame”')
  expect(server.seen[0]?.url).toBe('/api/v1/environments/env_1/variables/TOKEN/reveal?service=web')
  const keys = server.seen.map((each) => JSON.parse(each.body).recipient)
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^age1[02-9ac-hj-np-z]{58}$/)
})

test('reads database credentials', async () => {
  const url = 'postgresql://app:p@db:5432/app'
  const login = { username: 'app', databaseName: 'app', password: 'p' }
  const credentials = { ...login, host: 'db', port: 5_432, url, tunnelUrl: null, variables: { DATABASE_URL: url } }
  await using server = await serve(reveals(JSON.stringify(credentials)))
  const client = createClient({ baseUrl: server.url })
  expect(await readCredentials(client, { id: 'env_1', serviceId: 'svc_1' })).toEqual(credentials)
})
