/**
 * One contract for all object stores, including a real S3 server: refusals and interrupted writes.
 *
 * @tier all
 * @budget 60
 * @topics server stores
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseAddressPolicy } from '@longshore/addresses'
import {
  createFolderStore,
  createS3Client,
  createS3Store,
  type S3Bucket,
} from '../../apps/server/src/testing/internals/objects.ts'
import { createOutbound } from '../../apps/server/src/testing/internals/outbound.ts'
import { Secret } from '../../apps/server/src/testing/internals/secrets.ts'
import { S3Server } from '../fixtures/s3-server.ts'
import { isChosen } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { chunksOf, faultOf, proveContract } from './object-stores/contract.ts'
import { proveServerDisk } from './object-stores/server-disk.ts'

const report = new Report('object-stores')
if (isChosen('server')) report.figure('server_objects', await proveServerDisk(report))
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
