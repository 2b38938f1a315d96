/**
 * The reach of an app and of its build on a machine that also runs the control plane: the documented installation,
 * two tenants on it, and probes from inside.
 *
 * @tier all
 * @budget 300
 * @alone
 * @topics network build memory
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { startInstallTestEnv } from '../support/install-test-env.ts'
import { ensureCurrentImage, installedTag } from '../support/installation/image.ts'
import { Report } from '../support/report.ts'
import { runTopics } from '../support/run-topics.ts'
import { proveBuild } from './tenant-escape/build.ts'
import { proveMemory } from './tenant-escape/memory.ts'
import { proveNetwork } from './tenant-escape/network.ts'
import { startTenants, useSystemdGroups } from './tenant-escape/test-env.ts'

const report = new Report('tenant-escape')
{
  await using _engine = await ensureEngine()
  const image = await ensureCurrentImage()
  await using testEnv = await startInstallTestEnv({ prepare: useSystemdGroups })
  await testEnv.loadImage(image, installedTag)
  const tenants = await startTenants(testEnv, report)
  await runTopics(
    { report },
    {
      network: () => proveNetwork(tenants),
      build: () => proveBuild(tenants),
      memory: () => proveMemory(tenants),
    },
  )
}
report.finish()
