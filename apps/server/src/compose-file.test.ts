/** Keys of each service in compose.yaml: the process that faces the network has none that opens a sealed value. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync(new URL('../../../compose.yaml', import.meta.url), 'utf8')
const [, services = ''] = /^services:\n([\s\S]*?)^networks:/m.exec(text) ?? []
const parts = services.split(/^ {2}(?=[a-z-]+:$)/m).slice(1)
const secretsOf = new Map(
  parts.map((part) => [
    part.slice(0, part.indexOf(':')),
    (/^ {4}secrets: \[(.+)\]$/m.exec(part)?.[1] ?? '').split(', '),
  ]),
)
const holders = (key: string) => [...secretsOf].filter(([, secrets]) => secrets.includes(key)).map(([name]) => name)

test('the worker and the operator commands get the sealing keys, the API never does', () => {
  expect(holders('sealing-identities').sort()).toEqual(['kit', 'migrate', 'worker'])
})

test('only the service that applies migrations has the login that owns the tables', () => {
  const logins = ['database-url', 'database-api-url', 'database-worker-url'].map((key) => holders(key).sort())
  expect(logins).toEqual([['migrate'], ['api', 'migrate'], ['kit', 'migrate', 'worker']])
})

test('the API and the recovery kit get the key that signs access tokens', () => {
  expect(holders('api-derive-key').sort()).toEqual(['api', 'kit'])
})

test('the keys of Restate and of the mail server go to one service each', () => {
  expect([holders('restate-identity.pem'), holders('smtp-url')]).toEqual([['restate'], ['worker']])
})

test('only the API publishes a port, on loopback unless the operator sets another address', () => {
  const published = parts.filter((part) => /^ {4}ports:/m.test(part)).map((part) => part.slice(0, part.indexOf(':')))
  expect(published).toEqual(['api'])
  expect(text).toContain('ports: ["${API_BIND:-127.0.0.1:8460}:8460"]')
})

test('secrets are files: no setting contains one', () => {
  const settings = [
    ...text.matchAll(/^ +([A-Z0-9_]*(?:KEY|PASSWORD|SECRET|IDENTITIES|DATABASE_URL|SMTP_URL)[A-Z0-9_]*):/gm),
  ]
  const plain = settings.map(([, name = '']) => name).filter((name) => !name.endsWith('_FILE'))
  // A public key, and the id of an access key.
  expect([...new Set(plain)].sort()).toEqual(['INSTANCE_BACKUP_S3_ACCESS_KEY_ID', 'RESTATE_IDENTITY_KEYS'])
})

test('uploads are in a named volume: they exceed memory, and survive a new container', () => {
  const worker = parts.find((part) => part.startsWith('worker:')) ?? ''
  const folder = /^ {6}IMPORT_DIRECTORY: (\S+)$/m.exec(worker)?.[1] ?? '/tmp/longshore-imports'
  const named = [...worker.matchAll(/[[ ]([a-z-]+):(\/[\w/-]+)/g)].map(([, , path = '']) => path)
  expect(named.filter((path) => `${folder}/`.startsWith(`${path}/`))).toHaveLength(1)
})
