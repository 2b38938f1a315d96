/** The connection to a server is cut and restored repeatedly: one alert, one recovery. */
import { isQuick } from '../command-line.ts'
import { startRelay } from '../relay.ts'
import { mustAsk, waitForServer } from '../servers.ts'
import { type AlertTestEnv, alertsOf, countReported, setRule, waitForAlert } from './alerts.ts'

const rule = 'server_unreachable'
const flaps = isQuick ? 3 : 20
/** Longer than the server is reachable between two cuts. */
const clearSeconds = 15
const nowhere = 1

export async function proveFlapping(testEnv: AlertTestEnv): Promise<void> {
  const { report, servers } = testEnv
  const [server] = servers
  if (server === undefined) throw new Error('one server was asked for')
  await setRule(testEnv, rule, { forSeconds: 1, clearSeconds })
  await using relay = await startRelay(server.target.port)
  await mustAsk(testEnv, 'PATCH', `/servers/${server.id}`, { port: relay.port })
  await waitForServer(testEnv, server.id, ({ status }) => status === 'ready')
  for (let flap = 0; flap < flaps; flap += 1) {
    relay.leadTo(nowhere)
    relay.cut()
    await waitForServer(testEnv, server.id, ({ status }) => status === 'unreachable')
    if (flap === 0) await waitForAlert(testEnv, rule, { holds: ({ status }) => status === 'firing', withinMs: 20_000 })
    relay.leadTo(server.target.port)
    await waitForServer(testEnv, server.id, ({ status }) => status === 'ready')
  }
  const backAt = Date.now()
  await waitForAlert(testEnv, rule, {
    holds: ({ status }) => status === 'resolved',
    withinMs: (clearSeconds + 20) * 1_000,
  })
  report.figure('flaps', flaps)
  report.figure('recovery_told_s', ((Date.now() - backAt) / 1_000).toFixed(1))
  report.expect(
    Date.now() - backAt >= (clearSeconds - 2) * 1_000,
    'the recovery was reported before the server was stable',
  )
  const all = await alertsOf(testEnv, rule)
  const { events, notifications } = await countReported(testEnv, rule)
  report.figure('flapping_alerts', all.length)
  report.expect(all.length === 1, `${flaps} flaps became ${all.length} alerts`)
  report.expect(events === 'fired resolved', `events: ${events}`)
  report.expect(notifications === 'fired resolved', `notifications: ${notifications}`)
  await mustAsk(testEnv, 'PATCH', `/servers/${server.id}`, { port: server.target.port })
  await waitForServer(testEnv, server.id, ({ status }) => status === 'ready')
}
