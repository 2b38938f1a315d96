import type { AppProcess } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import { parseYaml } from '../../documents.ts'
import type { Folder } from '../../folder.ts'
import { recordAt, textAt } from '../../values.ts'
import { readCode } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { makeProcess, makeWorker } from '../make-app.ts'
import type { Composer } from './composer.ts'
import { frontendBuild } from './frontend.ts'
import { type PhpService, phpPort, plainPhp, serve } from './service.ts'

export async function detectSymfony(folder: Folder, composer: Composer): Promise<PhpService | null> {
  const entry = composer.packages.get('symfony/framework-bundle') ?? composer.packages.get('symfony/symfony')
  if (entry === undefined || !folder.has('public/index.php')) return null
  const where = source(entry.file, entry.line, 'depends on Symfony')
  const port = claim(
    phpPort,
    0.9,
    source(folder.full('public/index.php'), null, 'the port that the start command names'),
  )
  const code = await readCode(folder, (file) => file.startsWith('src/') && file.endsWith('.php'), 100)
  const web = makeProcess('web', 'web', claim(serve('public'), 0.9, where), { port, healthPath: findHealthPath(code) })
  const mapped = composer.packages.get('symfony/asset-mapper')
  const frontend = await frontendBuild(folder)
  const compile =
    mapped === undefined
      ? null
      : claim('php bin/console asset-map:compile', 0.95, source(mapped.file, mapped.line, 'depends on AssetMapper'))
  return {
    ...plainPhp,
    framework: claim('symfony', 1, where),
    processes: [web, ...(await consumers(folder, composer))],
    documentRoot: 'public',
    buildCommand: frontend ?? compile,
    releaseCommand: migrations(composer),
    environment: { APP_ENV: 'prod', APP_DEBUG: '0' },
    buildSteps: [
      ...(compile === null ? [] : ['APP_SECRET=only-for-the-build php bin/console asset-map:compile']),
      'php bin/console cache:warmup || true',
    ],
    extensions: ['intl', 'opcache', 'zip', ...(await databaseExtensions(folder, composer))],
  }
}

function migrations(composer: Composer): Claim<string> | null {
  const entry = composer.packages.get('doctrine/doctrine-migrations-bundle')
  if (entry === undefined) return null
  return claim(
    'php bin/console doctrine:migrations:migrate --no-interaction --allow-no-migration',
    0.95,
    source(entry.file, entry.line, 'migrations of Doctrine'),
  )
}

/** One worker for all asynchronous transports. */
async function consumers(folder: Folder, composer: Composer): Promise<AppProcess[]> {
  const entry = composer.packages.get('symfony/messenger')
  const scheduled = composer.packages.get('symfony/scheduler')
  const text = await folder.text('config/packages/messenger.yaml')
  const transports = text === null ? {} : recordAt(parseYaml(text).value, 'framework', 'messenger', 'transports')
  const names = Object.keys(transports).filter((name) => {
    const dsn = textAt(transports, name) ?? textAt(transports, name, 'dsn') ?? ''
    return /^[\w-]+$/.test(name) && name !== 'failed' && !/^(?:sync|in-memory):/.test(dsn)
  })
  const all = [...(entry === undefined ? [] : names), ...(scheduled === undefined ? [] : ['scheduler_default'])]
  if (all.length === 0) return []
  const where =
    text === null
      ? source(scheduled?.file ?? 'composer.json', scheduled?.line ?? null, 'depends on symfony/scheduler')
      : source(folder.full('config/packages/messenger.yaml'), null, 'transports of Messenger')
  return [
    makeWorker(
      'worker',
      `php bin/console messenger:consume ${all.join(' ')} --time-limit=3600 --memory-limit=128M`,
      0.95,
      where,
    ),
  ]
}

async function databaseExtensions(folder: Folder, composer: Composer): Promise<string[]> {
  if (![...composer.packages.keys()].some((name) => name.startsWith('doctrine/'))) return []
  const text = (await folder.text('.env')) ?? ''
  const scheme = /^DATABASE_URL=["']?(\w+)/m.exec(text)?.[1] ?? ''
  if (scheme.startsWith('postgres')) return ['pdo_pgsql']
  return scheme === 'mysql' || scheme === 'mariadb'
    ? ['pdo_mysql']
    : scheme === 'sqlite'
      ? []
      : ['pdo_mysql', 'pdo_pgsql']
}
