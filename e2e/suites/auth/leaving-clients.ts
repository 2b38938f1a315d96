/** M47: clients that disconnect before their response, at any moment, don't use up their caller's concurrency slots. */
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type AuthContext, get, seedSession } from '../../support/auth/auth-context.ts'

const rounds = 5
const clients = 40

export async function proveLeavingClients(context: AuthContext): Promise<void> {
  const { instance, report } = context
  const { token } = await seedSession(context, 'leaving')
  const port = Number(new URL(instance.url).port)
  for (let round = 0; round < rounds; round += 1) {
    const sockets = Array.from({ length: clients }, () => ask(port, token))
    // Each round disconnects later: during authentication, in the handler, while the response is written.
    await delay(2 + round * 8)
    for (const socket of sockets) socket.destroy()
    await delay(200)
  }
  const answer = await get(instance, '/audit-log', { token })
  report.figure('left_early', rounds * clients)
  report.expect(answer.status === 200, `after ${rounds * clients} clients that left: ${answer.status} ${answer.text}`)
}

function ask(port: number, token: string) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET /api/v1/audit-log HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${token}\r\n\r\n`)
  return socket
}
