/** Opens a connection, reports that, and waits for its end. */
import { text } from 'node:stream/consumers'
import { createServerPool } from '@longshore/remote/ssh'
import { allow } from './test-env.ts'

const given = JSON.parse(await text(process.stdin))
const pool = createServerPool({ allow })
const target = { ...given, loadKey: async () => ({ privateKey: given.key }) }
const connection = await pool.open(target, { deadlineMs: 15_000 })
void connection.run(['sleep', '300'], { deadlineMs: 300_000 })
console.log('open')
setInterval(() => undefined, 60_000)
