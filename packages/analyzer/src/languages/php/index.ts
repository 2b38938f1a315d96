import type { App, AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { textAt } from '../../values.ts'
import { ancestors, baseName } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, warn } from '../make-app.ts'
import { isOlder } from '../version-files.ts'
import { type Composer, findPhpVersion, readComposer } from './composer.ts'
import { phpImage } from './image.ts'
import { detectLaravel } from './laravel.ts'
import { detectPlain } from './plain.ts'
import type { PhpService } from './service.ts'
import { detectSymfony } from './symfony.ts'

const oldestPhp = '8.2'

export const php: Language = {
  name: 'php',
  manifests: [/^composer\.json$/, /^artisan$/, /^index\.php$/, /^wp-load\.php$/],
  async detect(given) {
    const folder = projectFolder(given)
    if (folder === null) return null
    const composer = await readComposer(folder)
    const service =
      (await detectLaravel(folder, composer)) ??
      (await detectSymfony(folder, composer)) ??
      (await detectPlain(folder, composer))
    return service === null ? null : await assemble(folder, composer, service)
  },
}

/** If the front page is in a folder for the web server, the folder above it is the project. */
function projectFolder(folder: Folder): Folder | null {
  if (folder.has('composer.json')) return folder
  const above = ancestors(folder)
  if (above.some((place) => place.has('composer.json') || place.has('index.php') || place.has('wp-load.php')))
    return null
  const [parent] = above
  const isDocumentRoot = /^(?:public|web|webroot|www|htdocs|public_html|docroot|html)$/.test(baseName(folder.path))
  return isDocumentRoot && parent !== undefined ? parent : folder
}

async function assemble(folder: Folder, composer: Composer, service: PhpService): Promise<App> {
  const version = await findPhpVersion(folder, composer)
  const page = ['index.php', `${service.documentRoot}/index.php`].find((name) => folder.has(name)) ?? 'index.php'
  const manifest = folder.full(composer.code === null ? page : 'composer.json')
  const hasComposer = composer.code !== null
  return makeApp(folder, {
    name: textAt(composer.value, 'name')?.split('/').at(-1) ?? null,
    language: claim('php', 1, source(manifest, null, 'project of PHP')),
    framework: service.framework,
    version,
    packageManager: hasComposer ? claim('composer', 1, source(manifest, null, 'composer.json')) : null,
    installCommand: hasComposer
      ? claim('composer install --no-dev --optimize-autoloader --no-interaction', 1, source(manifest, null, 'packages'))
      : null,
    buildCommand: service.buildCommand,
    releaseCommand: service.releaseCommand,
    processes: service.processes,
    dependencies: new Map([...service.dependencies, ...composer.packages]),
    warnings: [...service.warnings, ...warnings(folder, composer, version)],
    image: phpImage(folder, composer, service, version?.value ?? null),
  })
}

function warnings(folder: Folder, composer: Composer, version: Claim<string> | null): AppWarning[] {
  const found: AppWarning[] = []
  const packages = [...composer.packages.keys()].filter((name) => name.includes('/'))
  if (packages.length > 0 && !folder.has('composer.lock')) {
    found.push(
      warn(
        'no_lockfile',
        'composer.lock is missing, so each build can get different versions.',
        'Run composer update and commit composer.lock.',
        source(folder.full('composer.json'), null, ''),
      ),
    )
  }
  if (version !== null && isOlder(version.value, oldestPhp)) {
    found.push(
      warn(
        'unsupported_version',
        `PHP ${version.value} no longer gets security fixes. The image uses ${oldestPhp}.`,
        `Allow ${oldestPhp} or newer in composer.json.`,
        version.sources[0],
      ),
    )
  }
  return found
}
