/**
 * A live service starts to exit right after each start. The alert names it, can be acknowledged, and resolves after a
 * good release.
 */

import type { Alert } from '@longshore/sdk'
import { type AlertTestEnv, alertsOf, countReported, setRule, waitForAlert } from '../../support/alerts/alerts.ts'
import { isQuick } from '../../support/command-line.ts'
import { nodeApp, webService } from '../../support/deploy-test-env.ts'
import { mustAsk } from '../../support/servers.ts'

const rule = 'restart_loop'
const dying = `
import { existsSync } from 'node:fs'
setInterval(() => { if (existsSync('/tmp/die')) process.exit(3) }, 100)
`

export async function proveRestartLoop(testEnv: AlertTestEnv): Promise<void> {
  const { report, servers } = testEnv
  const target = servers[0]?.target
  await setRule(testEnv, rule, { restarts: 3, withinMinutes: 1, clearSeconds: 2 })
  const files = nodeApp('loop').map((file) =>
    file.path === 'server.mjs' ? { ...file, content: `${file.content}${dying}` } : file,
  )
  const app = await testEnv.createApp('loop', { files, services: [webService()] })
  const deployment = await testEnv.waitFor(app, await testEnv.deploy(app))
  if (!report.expect(deployment.status === 'live', `the app became ${deployment.status}`)) return
  report.expect((await alertsOf(testEnv, rule)).length === 0, 'a healthy service was reported as restarting')
  const filter = `label=longshore.environment=${app.environmentId}`
  const id = (await target?.mustExec(['docker', 'ps', '--quiet', '--filter', filter]))?.trim() ?? ''
  const diesAt = Date.now()
  await target?.mustExec(['docker', 'exec', id, 'touch', '/tmp/die'])
  const alert = await waitForAlert(testEnv, rule, { holds: ({ status }) => status === 'firing', withinMs: 60_000 })
  report.figure('loop_told_s', ((Date.now() - diesAt) / 1_000).toFixed(1))
  report.expect(alert.subject === 'web' && alert.environmentId === app.environmentId, `it names ${alert.subject}`)
  report.expect(alert.projectId === app.projectId, 'it does not name the project')
  const acknowledged = await mustAsk<Alert>(testEnv, 'POST', `/alerts/${alert.id}/acknowledge`)
  report.expect(acknowledged.acknowledgedAt !== null, 'it is not acknowledged')
  // Resolving takes as long as restarts are remembered: a minute.
  if (isQuick) return
  // A new container does not have the file.
  await testEnv.commit(app, [{ path: 'note.txt', content: 'again' }])
  const next = await testEnv.waitFor(app, await testEnv.deploy(app, { clearCache: true }))
  report.expect(next.status === 'live', `the good release became ${next.status}: ${next.error?.code}`)
  await waitForAlert(testEnv, rule, { holds: ({ status }) => status === 'resolved', withinMs: 120_000 })
  const { events, notifications } = await countReported(testEnv, rule)
  report.expect(events === 'fired acknowledged resolved', `events: ${events}`)
  report.expect(notifications === 'fired resolved', `notifications: ${notifications}`)
}
