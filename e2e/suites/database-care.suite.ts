/**
 * What happens to databases on a real server besides backups: passwords are changed in the database itself, another image of the
 * same major version is taken after a backup, and one that is removed leaves its last backup; a port of the server's loopback address
 * is reached through SSH, and by nobody from outside.
 */
import { type Engine, startBackupWorld } from '../support/backup-world.ts'
import { isQuick, Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { proveRemoval } from './database-care/removal.ts'
import { proveRotation } from './database-care/rotation.ts'
import { proveTunnel } from './database-care/tunnel.ts'
import { proveUpgrade } from './database-care/upgrade.ts'

const engines: Engine[] = ['postgres', 'mariadb', 'redis']
const report = new Report('database-care')
{
  await using world = await startBackupWorld({ report, user: 'deploy', engines, isOnDisk: true })
  const topics = { tunnel: proveTunnel, rotation: proveRotation, upgrade: proveUpgrade, removal: proveRemoval }
  for (const [name, topic] of Object.entries(topics))
    if (isChosen(name)) await runTopic(world, name, () => topic(world))
}
report.figure('quick', isQuick)
report.finish()
