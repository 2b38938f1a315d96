/**
 * Databases on a real server: password rotation, minor upgrades after a backup, removal with a last backup, and tunnels to
 * loopback ports.
 *
 * @tier all
 * @budget 150
 * @topics tunnel rotation upgrade removal
 */
import { type Engine, startBackupTestEnv } from '../support/backup-test-env.ts'
import { isChosen, isQuick } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveRemoval } from './database-care/removal.ts'
import { proveRotation } from './database-care/rotation.ts'
import { proveTunnel } from './database-care/tunnel.ts'
import { proveUpgrade } from './database-care/upgrade.ts'

const engines: Engine[] = ['postgres', 'mariadb', 'redis']
const report = new Report('database-care')
{
  await using testEnv = await startBackupTestEnv({ report, user: 'deploy', engines, isOnDisk: true })
  const topics = { tunnel: proveTunnel, rotation: proveRotation, upgrade: proveUpgrade, removal: proveRemoval }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(testEnv, name, () => topic(testEnv))
}
report.figure('quick', isQuick)
report.finish()
