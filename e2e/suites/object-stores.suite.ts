/**
 * One contract for all object stores, including a real S3 server: refusals, interrupted writes, and object locks.
 *
 * @tier all
 * @budget 80
 * @topics server stores locks
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import {
  createFakeLockingStore,
  createFolderStore,
  createS3Client,
  createS3Store,
  type S3Bucket,
} from '../../apps/server/src/testing/internals/objects.ts'
import { createOutbound } from '../../apps/server/src/testing/internals/outbound.ts'
import { Secret } from '../../apps/server/src/testing/internals/secrets.ts'
import { S3Server } from '../fixtures/s3-server.ts'
import { isChosen } from '../support/command-line.ts'
import { becomesTrue } from '../support/eventually.ts'
import { createLockedBucket } from '../support/locked-bucket.ts'
import { Report } from '../support/report.ts'
import { chunksOf, faultOf, proveContract } from './object-stores/contract.ts'
import { proveLocks } from './object-stores/locks.ts'
import { proveServerDisk } from './object-stores/server-disk.ts'

const report = new Report('object-stores')
if (isChosen('server')) report.figure('server_objects', await proveServerDisk(report))
if (isChosen('locks')) report.figure('locked', await proveBothLocks())
if (!isChosen('stores')) report.finish()
const folder = await mkdtemp(join(tmpdir(), 'longshore-objects-'))
try {
  await using server = await S3Server.start()
  using outbound = createOutbound({ allow: parseAddressPolicy(`127.0.0.1:${server.port}`) })
  const { endpoint, region, bucket, accessKeyId } = server
  const secretAccessKey = new Secret(server.secretAccessKey)
  const right: S3Bucket = { endpoint, region, bucket, accessKeyId, secretAccessKey, isPathStyle: true }
  const open = (change: Partial<S3Bucket>) =>
    createS3Store(createS3Client(outbound, { ...right, ...change }, 'suite'), 'some/prefix')
  let objects = await proveContract(report, 'folder', createFolderStore(folder))
  objects += await proveContract(report, 's3', open({}))
  report.figure('objects', objects)
  const put = (change: Partial<S3Bucket>) =>
    faultOf(() => open(change).put('a/b', chunksOf(Buffer.from('x'), 1), { signal: AbortSignal.timeout(60_000) }))
  const refusals = {
    bucket_not_found: await put({ bucket: 'another' }),
    access_refused: await put({ secretAccessKey: new Secret('wrong') }),
    store_unreachable: await putWithout(),
  }
  async function putWithout(): Promise<string> {
    await server.stop()
    return await put({})
  }
  for (const [wanted, reported] of Object.entries(refusals))
    report.expect(reported === wanted, `${wanted} is reported as ${reported}`)
  report.figure('refusals', Object.keys(refusals).length)
} finally {
  await rm(folder, { recursive: true, force: true })
}
report.finish()

async function proveBothLocks(): Promise<number> {
  let fakeNow = Date.now()
  const fake = createFakeLockingStore({ now: () => new Date(fakeNow) })
  await proveContract(report, 'fake', fake)
  const objects = await proveLocks(report, {
    ...{ name: 'fake', store: fake, now: () => fakeNow },
    async waitUntil(timeMs) {
      fakeNow = timeMs
    },
  })
  await using server = await S3Server.start({ hasVersions: true })
  using bucket = await createLockedBucket(server)
  const real = bucket.open({ mode: 'compliance', days: 1 })
  const waitUntil = async (timeMs: number) => void (await becomesTrue(() => Date.now() > timeMs))
  const locked = await proveLocks(report, { name: 's3', store: real, now: Date.now, waitUntil })
  const plain = bucket.open(null, server.bucket)
  const fault = await faultOf(() => plain.versions.requireLocks({ signal: AbortSignal.timeout(60_000) }))
  report.expect(fault === 'lock_unavailable', `a bucket without object lock is reported as ${fault}`)
  return objects + locked
}
