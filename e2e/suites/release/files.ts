import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findLayoutFaults } from '../../../tools/release/image/inspect-layout.ts'
import { runProgram } from '../../fixtures/run.ts'
import type { Report } from '../../support/report.ts'
import type { MadeRelease } from './make.ts'

/** Every file is there, says the same as the others, and the checkout is unchanged. */
export async function checkFiles(release: MadeRelease, report: Report): Promise<void> {
  const { folder, version } = release
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const names = new Set(await readdir(folder))
  report.figure('files', names.size)
  for (const name of expectedFiles(version)) report.expect(names.has(name), `${name} is missing`)
  report.expect((await read('version.txt')) === `${version}\n`, 'version.txt names another version')
  const image = (await read('image.txt')).trim()
  report.expect(/^registry\.example\/longshore\/server@sha256:[0-9a-f]{64}$/.test(image), `image.txt has ${image}`)
  const others = (await read('images.txt')).trim().split('\n')
  report.expect(others.length === 2, `images.txt names ${others.join(', ')}`)
  report.expect((await read('notes.md')).startsWith(`# Longshore ${version}\n`), 'the notes have another title')
  const manifest = JSON.parse(await read('manifest.json'))
  report.expect(manifest.image === image && manifest.version === version, 'manifest.json differs')
  await checkProvenance(release, report, image)
  await checkLayout(release, report, image)
  for (const each of ['cli', 'sdk', 'image-amd64', 'image-arm64']) {
    const { bomFormat, components } = JSON.parse(await read(`sbom-${each}.cdx.json`))
    report.expect(bomFormat === 'CycloneDX' && components.length > 1, `the SBOM of ${each} is empty`)
    if (each === 'image-arm64') report.figure('components', components.length)
  }
  const feed = JSON.parse(await readFile(join(release.output, 'feed.json'), 'utf8'))
  const url = `https://releases.example/${version}/notes.md`
  report.expect(feed.version === version && feed.url === url, `the feed has ${JSON.stringify(feed)}`)
  const syntax = await runProgram(['bash', '-n', join(folder, 'install.sh')])
  report.expect(syntax.exitCode === 0, `install.sh: ${syntax.stderr}`)
  const script = await read('install.sh')
  report.expect(script.includes(await readFile(release.publicKey, 'utf8')), 'install.sh has another release key')
}

function expectedFiles(version: string): string[] {
  return [
    ...['version.txt', 'image.txt', 'images.txt', 'notes.md', 'install.sh', 'manifest.json', 'provenance.json'],
    ...['checksums.txt', 'checksums.txt.sig'],
    ...['cli', 'sdk', 'image-amd64', 'image-arm64'].map((each) => `sbom-${each}.cdx.json`),
    ...[`longshore-${version}.tgz`, `longshore-sdk-${version}.tgz`],
    ...[`longshore-docs-${version}.tar.gz`, `longshore-action-${version}.tar.gz`],
    ...['amd64', 'arm64'].flatMap((each) => {
      const bundle = `longshore-${version}-linux-${each}.tar.gz`
      return [bundle, `${bundle}.sig`]
    }),
  ]
}

/** The image that is pushed is the one that image.txt names, for both platforms. */
async function checkLayout({ output }: MadeRelease, report: Report, image: string): Promise<void> {
  const [, digest = ''] = image.split('@')
  const platforms = ['linux/amd64', 'linux/arm64']
  const faults = await findLayoutFaults(join(output, 'layout'), { digest, platforms })
  report.expect(faults.length === 0, `the OCI layout: ${faults.join(', ')}`)
}

async function checkProvenance({ folder }: MadeRelease, report: Report, image: string): Promise<void> {
  const statement = JSON.parse(await readFile(join(folder, 'provenance.json'), 'utf8'))
  report.expect(statement.predicateType === 'https://slsa.dev/provenance/v1', 'the provenance has another type')
  const subjects = statement.subject.map((each: { name: string; digest: { sha256: string } }) => each.digest.sha256)
  report.expect(subjects.includes(image.split('@sha256:')[1]), 'the provenance does not name the image')
  const [source] = statement.predicate.buildDefinition.resolvedDependencies
  report.expect(/^[0-9a-f]{40}$/.test(source.digest.gitCommit), 'the provenance does not name the commit')
}
