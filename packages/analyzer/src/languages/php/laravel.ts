import type { AppProcess } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { findLine, readFiles, sourceOf } from '../code/code-file.ts'
import { makeProcess, makeWorker } from '../make-app.ts'
import type { Composer } from './composer.ts'
import { frontendBuild } from './frontend.ts'
import { type PhpService, phpPort, plainPhp, serve } from './service.ts'

export async function detectLaravel(folder: Folder, composer: Composer): Promise<PhpService | null> {
  const entry = composer.packages.get('laravel/framework') ?? composer.packages.get('laravel/lumen-framework')
  if (entry === undefined || !folder.has('artisan')) return null
  const where = source(entry.file, entry.line, 'depends on Laravel')
  const port = claim(
    phpPort,
    0.9,
    source(folder.full('public/index.php'), null, 'the port that the start command names'),
  )
  const octane = composer.packages.get('laravel/octane')
  const start =
    octane === undefined
      ? serve('public')
      : `php artisan octane:frankenphp --host=0.0.0.0 --port=${phpPort} --admin-port=2019`
  const web = makeProcess(
    'web',
    'web',
    claim(start, 0.9, octane === undefined ? where : source(octane.file, octane.line, 'depends on Octane')),
    { port, healthPath: await healthPath(folder) },
  )
  const queue = await queueWorker(folder, composer)
  return {
    ...plainPhp,
    framework: claim(composer.packages.has('laravel/framework') ? 'laravel' : 'lumen', 1, where),
    processes: [web, ...queue, ...(await scheduler(folder)), ...reverb(composer)],
    documentRoot: 'public',
    buildCommand: await frontendBuild(folder),
    releaseCommand: claim(
      'php artisan migrate --force',
      0.9,
      source(folder.full('artisan'), null, 'migrations of Laravel'),
    ),
    environment: { APP_ENV: 'production', APP_DEBUG: 'false', LOG_CHANNEL: 'stderr' },
    buildSteps: ['php artisan storage:link || true', 'php artisan view:cache || true'],
    extensions: ['bcmath', 'intl', 'opcache', 'pcntl', 'zip', ...(await databaseExtensions(folder))],
  }
}

async function healthPath(folder: Folder): Promise<Claim<string> | null> {
  const files = await readFiles(folder, ['bootstrap/app.php', 'routes/web.php', 'routes/api.php'])
  const built = findLine(files, /\bhealth:[ \t]*["'](\/[\w/-]{1,60})["']/)
  if (built !== null) return claim(built.match[1] ?? '/up', 1, sourceOf(built))
  const own = findLine(files, /Route::get\([ \t]*["']\/?((?:[\w-]{1,20}\/)?(?:health\w{0,10}|up|ping|status))["']/)
  if (own === null) return null
  return claim(`${own.code.file === 'routes/api.php' ? '/api' : ''}/${own.match[1]}`, 0.9, sourceOf(own))
}

/** Uses Horizon if it is installed; otherwise a worker, unless jobs run synchronously. */
async function queueWorker(folder: Folder, composer: Composer): Promise<AppProcess[]> {
  const horizon = composer.packages.get('laravel/horizon')
  if (horizon !== undefined)
    return [makeWorker('worker', 'php artisan horizon', 0.95, source(horizon.file, horizon.line, 'depends on Horizon'))]
  const files = await readFiles(folder, ['.env.example', '.env', 'config/queue.php'])
  const connection =
    findLine(files, /^QUEUE_(?:CONNECTION|DRIVER)[ \t]*=[ \t]*["']?(\w{1,20})/) ??
    findLine(files, /env\([ \t]*["']QUEUE_CONNECTION["'][ \t]*,[ \t]*["'](\w{1,20})["']/)
  const job = folder.files().find((file) => file.startsWith('app/Jobs/'))
  const isAsync = connection !== null && connection.match[1] !== 'sync'
  if (!isAsync && job === undefined) return []
  const sources = [
    ...(connection === null ? [] : [sourceOf(connection)]),
    ...(job === undefined ? [] : [source(folder.full(job), null, 'a job')]),
  ]
  return [makeWorker('worker', 'php artisan queue:work --tries=3 --max-time=3600', 0.9, ...sources)]
}

async function scheduler(folder: Folder): Promise<AppProcess[]> {
  const files = await readFiles(folder, [
    'routes/console.php',
    'bootstrap/app.php',
    'app/Console/Kernel.php',
    'app/Providers/AppServiceProvider.php',
  ])
  const hit = findLine(
    files,
    /\bSchedule::(?:command|job|call|exec)|\$schedule->(?:command|job|call|exec)|->(?:hourly|daily|everyMinute|everyFiveMinutes|weekly|cron)\(/,
  )
  return hit === null ? [] : [makeWorker('scheduler', 'php artisan schedule:work', 0.95, sourceOf(hit))]
}

function reverb(composer: Composer): AppProcess[] {
  const entry = composer.packages.get('laravel/reverb')
  if (entry === undefined) return []
  const where = source(entry.file, entry.line, 'depends on Reverb')
  return [
    makeProcess('reverb', 'web', claim('php artisan reverb:start --host=0.0.0.0 --port=8080', 0.9, where), {
      port: claim(8080, 0.9, where),
    }),
  ]
}

async function databaseExtensions(folder: Folder): Promise<string[]> {
  const files = await readFiles(folder, ['.env.example', '.env', 'config/database.php'])
  const used = findLine(files, /^DB_CONNECTION[ \t]*=[ \t]*["']?(\w{1,20})/)?.match[1]
  const redis = findLine(
    files,
    /^(?:CACHE_STORE|CACHE_DRIVER|QUEUE_CONNECTION|SESSION_DRIVER|REDIS_CLIENT)[ \t]*=[ \t]*["']?(?:redis|phpredis)/,
  )
  const database =
    used === 'pgsql'
      ? ['pdo_pgsql']
      : used === 'mysql' || used === 'mariadb'
        ? ['pdo_mysql']
        : used === 'sqlite'
          ? []
          : ['pdo_mysql', 'pdo_pgsql']
  return [...database, ...(redis === null ? [] : ['redis'])]
}
