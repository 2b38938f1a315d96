/**
 * A release as a maintainer makes it, without publishing: every file, both architectures, signatures by cosign and by
 * OpenSSL, refused forgeries, and the image's size, start time and memory compared with the previous commit.
 *
 * @tier all
 * @budget 900
 */
import { ensureEngine } from '../fixtures/engine.ts'
import { Report } from '../support/report.ts'
import { checkBundles } from './release/bundles.ts'
import { checkFiles } from './release/files.ts'
import { checkImages } from './release/images.ts'
import { makeTestRelease } from './release/make.ts'
import { checkPackages } from './release/packages.ts'
import { checkSignatures } from './release/signatures.ts'
import { checkUpload } from './release/upload.ts'

const report = new Report('release')
{
  await using _engine = await ensureEngine()
  await using release = await makeTestRelease()
  report.figure('release_s', release.seconds)
  await checkFiles(release, report)
  await checkSignatures(release, report)
  await checkBundles(release, report)
  await checkUpload(release, report)
  await checkPackages(release, report)
  await checkImages(release, report)
}
report.finish()
