import { stageNames, stageStatuses } from '@longshore/remote/probe'
import { expect, it, test } from 'vitest'
import { ConnectionTestStage, TestConnectionBody } from './test-connection.schemas.ts'

test('the API documents exactly the existing stages', () => {
  expect(ConnectionTestStage.shape.stage.options).toEqual([...stageNames])
  expect(ConnectionTestStage.shape.status.options).toEqual([...stageStatuses])
})

it.each([
  [{ serverId: 'srv_01k9z4q7xkf0n8v4w2t6m3c5ra' }, true],
  [{ host: 'server-1.example.com', username: 'root' }, true],
  [{ host: '2001:db8::1', port: 2222, username: 'deploy', privateKey: 'x', passphrase: 'y' }, true],
  [{ serverId: 'srv_01k9z4q7xkf0n8v4w2t6m3c5ra', host: '192.0.2.1', username: 'root' }, false],
  [{ host: '192.0.2.1' }, false],
  [{ host: '-oProxyCommand=id', username: 'root' }, false],
  [{ host: '192.0.2.1', username: 'root$(id)' }, false],
  [{ host: '192.0.2.1', port: 0, username: 'root' }, false],
  [{ host: '192.0.2.1', username: 'root', hostKeyFingerprint: 'MD5:00' }, false],
  [{}, false],
])('%j is accepted: %s', (body, isTaken) => {
  expect(TestConnectionBody.safeParse(body).success).toBe(isTaken)
})
