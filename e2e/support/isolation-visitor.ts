/** A client inside the api's network namespace: signs up, reads, writes, follows events, checks the link's metric. */
import { setTimeout as delay } from 'node:timers/promises'
import { call, password } from './client.ts'
import { openEvents } from './event-stream.ts'

const [url = '', setupToken = '', metricsPort = ''] = process.argv.slice(2)
const server = { url }
const seen: Record<string, boolean> = {}

const email = 'isolated@example.com'
const account = await call(server, 'POST', '/api/v1/auth/register', { body: { email, password, setupToken } })
seen['signs up by setup link'] = account.status === 201
const token: string = account.body.accessToken
seen['signs in'] = (await call(server, 'POST', '/api/v1/auth/login', { body: { email, password } })).status === 200
seen.reads = (await call(server, 'GET', '/api/v1/audit-log', { token })).status === 200
{
  using events = await openEvents(server, { token })
  const body = { name: 'x', scopes: ['events:read'] }
  seen.writes = (await call(server, 'POST', '/api/v1/api-tokens', { token, body })).status === 201
  seen['hears the event'] = await events.receives('api_token.created', 20_000)
}
seen['reaches the worker by the link'] = await linkIsUp()
console.log(JSON.stringify(seen))

async function linkIsUp(): Promise<boolean> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(200)) {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    if (/longshore_link_up\{[^}]*\} 1/.test(metrics)) return true
  }
  return false
}
