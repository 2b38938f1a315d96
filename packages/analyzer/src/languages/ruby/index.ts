import type { AppWarning } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { ancestors } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, warn } from '../make-app.ts'
import { isOlder } from '../version-files.ts'
import { findRubyVersion, readGemfile } from './gemfile.ts'
import { rubyImage } from './image.ts'
import { detectProgram, detectRack, detectSite } from './rack.ts'
import { detectRails } from './rails.ts'

const oldestRuby = '3.3'

export const ruby: Language = {
  name: 'ruby',
  manifests: [/^Gemfile$/, /^gems\.rb$/, /^config\.ru$/, /^_config\.yml$/],
  async detect(folder) {
    const manifest = ['Gemfile', 'gems.rb', 'config.ru', '_config.yml'].find((name) => folder.has(name))
    if (manifest === undefined) return null
    if (!manifest.startsWith('Gem') && ancestors(folder).some((place) => place.has('Gemfile'))) return null
    const gemfile = await readGemfile(folder)
    const { gems } = gemfile
    const service =
      (await detectRails(folder, gems)) ??
      detectSite(folder, gems) ??
      (await detectRack(folder, gems)) ??
      (await detectProgram(folder, gems))
    if (service === null) return null
    const version = await findRubyVersion(folder, gemfile)
    const hasGemfile = gemfile.code !== null
    const locked = folder.has('Gemfile.lock')
    return makeApp(folder, {
      language: claim('ruby', 1, source(folder.full(manifest), null, 'project of Ruby')),
      framework: service.framework,
      version,
      packageManager: hasGemfile ? claim('bundler', 1, source(folder.full(manifest), null, 'Gemfile')) : null,
      installCommand: hasGemfile
        ? claim('bundle install', 1, source(folder.full(locked ? 'Gemfile.lock' : manifest), null, 'gems'))
        : null,
      buildCommand: service.buildCommand,
      releaseCommand: service.releaseCommand,
      outputDirectory: service.outputDirectory,
      processes: service.processes,
      dependencies: gems,
      warnings: [...service.warnings, ...warnings(folder, version)],
      image: rubyImage(folder, gems, service, version?.value ?? null),
    })
  },
}

function warnings(folder: Folder, version: ReturnType<typeof claim<string>> | null): AppWarning[] {
  const found: AppWarning[] = []
  if (folder.has('Gemfile') && !folder.has('Gemfile.lock')) {
    found.push(
      warn(
        'no_lockfile',
        'Gemfile.lock is missing, so each build can get different versions.',
        'Run bundle lock and commit the file.',
        source(folder.full('Gemfile'), null, ''),
      ),
    )
  }
  if (version !== null && isOlder(version.value, oldestRuby)) {
    found.push(
      warn(
        'unsupported_version',
        `Ruby ${version.value} no longer gets security fixes.`,
        `Move to ${oldestRuby} or newer.`,
        version.sources[0],
      ),
    )
  }
  return found
}
