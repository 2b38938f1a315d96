/** An environment with one database and the app that migrates it, with rehearsals on. */
import type { Deployment, Rehearsal } from '@longshore/sdk'
import type { BackupTestEnv } from '../../support/backup-test-env.ts'
import { ask, mustAsk } from '../../support/servers.ts'
import type { Engine } from './migrations.ts'
import { fingerprints, migratorService, seeds } from './seed.ts'

export interface Migrator {
  readonly testEnv: BackupTestEnv
  readonly engine: Engine
  /** Deploys with this release command. */
  deploy(releaseCommand: string): Promise<{ deployment: Deployment; rehearsal: Rehearsal | null }>
  /** Starts the deployment and returns its id. */
  start(releaseCommand: string): Promise<string>
  readRehearsal(deploymentId: string): Promise<Rehearsal | null>
  fingerprint(): Promise<string>
  settings(change: Record<string, unknown>): Promise<void>
  /** Containers and volumes of rehearsals on the server. */
  listLeftovers(): Promise<string[]>
}

const mebibyte = 1024 ** 2

export async function openEnvironment(testEnv: BackupTestEnv, engine: Engine): Promise<Migrator> {
  const { app, server } = testEnv
  const at = (rest = '') => `/environments/${app.environmentId}${rest}`
  const settings = async (rehearsal: Record<string, unknown>) =>
    void (await mustAsk(testEnv, 'PATCH', at(), { rehearsal }))
  await testEnv.query(engine, seeds[engine])
  const backup = await testEnv.backUp(engine)
  if (backup.status !== 'succeeded') throw new Error(`there is no backup: ${JSON.stringify(backup.error)}`)
  await settings({
    ...{ mode: 'stop', maxSeconds: 20, maxLockSeconds: 3, largeTableBytes: 16 * mebibyte },
    maxDiskGrowthBytes: 400 * mebibyte,
  })
  const readRehearsal = async (id: string) => {
    const answer = await ask<Rehearsal>(testEnv, 'GET', at(`/deployments/${id}/rehearsal`))
    return answer.status === 200 ? answer.body : null
  }
  const start = async (releaseCommand: string) => {
    const services = [{ name: engine, kind: engine }, migratorService(releaseCommand)]
    await mustAsk(testEnv, 'POST', at('/services'), { services })
    return await testEnv.deploy(app)
  }
  return {
    ...{ testEnv, engine, settings, start, readRehearsal },
    async deploy(releaseCommand) {
      const deployment = await testEnv.waitFor(app, await start(releaseCommand))
      return { deployment, rehearsal: await readRehearsal(deployment.id) }
    },
    fingerprint: () => testEnv.query(engine, fingerprints[engine]),
    async listLeftovers() {
      const role = 'label=longshore.role=rehearsal'
      const containers = await server.target.mustExec(['docker', 'ps', '--all', '--quiet', '--filter', role])
      const volumes = await server.target.mustExec(['docker', 'volume', 'ls', '--quiet'])
      return [...containers.split('\n'), ...volumes.split('\n').filter((name) => name.includes('-rehearsal-'))].filter(
        (each) => each !== '',
      )
    },
  }
}
