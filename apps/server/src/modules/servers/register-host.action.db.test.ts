import { expect, test } from 'vitest'
import { newId } from '../../platform/ids/type-id.ts'
import { createSealer } from '../../platform/secrets/seal.ts'
import { createUnsealer, generateIdentity } from '../../platform/secrets/unseal.ts'
import { connectAsSuperuser } from '../../testing/superuser.ts'
import { useTestDatabase } from '../../testing/test-database.ts'
import { registerHost } from './register-host.action.ts'

const { url, database } = await useTestDatabase()
const superuser = connectAsSuperuser(url)

test('registers the machine once, with a key whose public half is in the line, and an audit log entry', async () => {
  const organizationId = newId('org')
  await superuser.query(`insert into organizations (id, name, personal) values ($1, 'Longshore', true)`, [
    organizationId,
  ])
  const { identity } = await generateIdentity()
  const sealer = createSealer((await createUnsealer([identity])).keys[0].recipient)
  const host = { name: 'This machine', host: 'host.docker.internal', port: 22, username: 'root' }
  const register = () => database.tenant(organizationId, (tx) => registerHost(tx, organizationId, { ...host, sealer }))
  const line = await register()
  expect(await register()).toBe(line)
  const { rows } = await superuser.query<{ host: string; public_key: string; status: string }>(
    'select host, public_key, status from servers join server_keys on server_id = servers.id where servers.organization_id = $1',
    [organizationId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ host: 'host.docker.internal', status: 'connecting' })
  expect(line).toContain(`'${rows[0]?.public_key}'`)
  const audit = await superuser.query<{ action: string; actor_kind: string }>(
    'select action, actor_kind from audit_log where organization_id = $1',
    [organizationId],
  )
  expect(audit.rows).toEqual([{ action: 'server.created', actor_kind: 'system' }])
})
