/**
 * The install script of a release on new Debian 12 and 13 machines: an app is live, a second run changes nothing, nothing
 * is left after the removal. Little disk, an old Docker, missing DNS and a changed release are refused before anything
 * changes. It works behind a real nginx with the real clients' addresses, and without a network.
 *
 * @tier all
 * @budget 900
 * @alone
 * @topics debian12 debian13 refusals oldDocker behindNginx offline
 */
import { ensureDebian13Target } from '../fixtures/debian-13.ts'
import { ensureEngine } from '../fixtures/engine.ts'
import { ensureCurrentImage } from '../support/installation/image.ts'
import { fillShelf } from '../support/installation/shelf.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { runBehindNginx } from './install/behind-nginx.ts'
import { runFresh } from './install/fresh.ts'
import { runOffline } from './install/offline.ts'
import { refuseOldDocker, runRefusals } from './install/refusals.ts'

const report = new Report('install')
{
  await using _engine = await ensureEngine()
  await using shelf = await fillShelf(await ensureCurrentImage())
  await runTopics(
    { report },
    {
      debian12: () => runFresh({ shelf, report, name: 'debian12' }, { kind: 'bare' }),
      debian13: async () =>
        await runFresh({ shelf, report, name: 'debian13' }, { kind: 'bare', image: await ensureDebian13Target() }),
      refusals: () => runRefusals({ shelf, report }),
      oldDocker: () => refuseOldDocker({ shelf, report }),
      behindNginx: () => runBehindNginx({ shelf, report }),
      offline: () => runOffline({ shelf, report }),
    },
  )
}
report.finish()
