import { join } from 'node:path'
import { hashFile } from '../../../tools/release/checksums.ts'
import { putFile, readUpload } from '../../../tools/release/upload.ts'
import { S3Server } from '../../fixtures/s3-server.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'

/** Files of the release arrive unchanged in a real bucket, also large ones, and only with the right credentials. */
export async function checkUpload({ folder, output, version }: MadeRelease, report: Report): Promise<void> {
  await using s3 = await S3Server.start()
  const settings = {
    RELEASE_UPLOAD_URL: `${s3.endpoint}/${s3.bucket}/releases/`,
    RELEASE_UPLOAD_REGION: s3.region,
    RELEASE_UPLOAD_KEY_ID: s3.accessKeyId,
    RELEASE_UPLOAD_SECRET: s3.secretAccessKey,
  }
  const bundle = `longshore-${version}-linux-amd64.tar.gz`
  const files = { 'feed.json': join(output, 'feed.json'), [`${version}/${bundle}`]: join(folder, bundle) }
  for (const [name, path] of Object.entries(files)) {
    await putFile(readUpload(settings), path, name)
    const stored = await hashFile(join(s3.folder, 'data', s3.bucket, 'releases', name)).catch(() => 'missing')
    report.expect(stored === (await hashFile(path)), `the bucket has another ${name}: ${stored}`)
  }
  const stranger = readUpload({ ...settings, RELEASE_UPLOAD_SECRET: 'another' })
  const refused = await putFile(stranger, files['feed.json'] ?? '', 'feed.json').then(
    () => false,
    () => true,
  )
  report.expect(refused, 'the bucket accepts another secret')
}
