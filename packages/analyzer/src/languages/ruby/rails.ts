import type { AppWarning } from '../../app.ts'
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readFiles, sourceOf } from '../code/code-file.ts'
import { portAfter, portOfVariable } from '../code/port.ts'
import { type Dependencies, makeProcess, warn } from '../make-app.ts'
import type { RubyService } from './service.ts'
import { rubyWorkers } from './workers.ts'

const files = [
  'config/application.rb', 'config/environments/production.rb', 'config/puma.rb', 'config/routes.rb', 'config/database.yml', 'package.json',
] // biome-ignore format: one list

/** Gems that call Node while assets are precompiled. */
const bundlers = ['jsbundling-rails', 'cssbundling-rails', 'vite_rails', 'webpacker', 'shakapacker', 'react_on_rails']

export async function detectRails(folder: Folder, gems: Dependencies): Promise<RubyService | null> {
  const gem = gems.get('rails') ?? gems.get('railties')
  if (gem === undefined || !folder.has('config/application.rb')) return null
  const config = await readFiles(folder, files)
  const of = (name: string) => config.filter((code) => code.file === name)
  const port =
    portOfVariable(of('config/puma.rb')) ??
    portAfter(of('config/puma.rb'), /^[ \t]*(?:port|bind)\b/, 1) ??
    claim(3000, 0.9, source(gem.file, gem.line, 'the usual port of Rails'))
  const start = claim(
    `bundle exec rails server -b 0.0.0.0 -p ${port.value}`,
    0.95,
    source(gem.file, gem.line, 'depends on rails'),
  )
  const web = makeProcess('web', 'web', start, { port, healthPath: healthPath(of('config/routes.rb')) })
  const isApi = findLine(of('config/application.rb'), /api_only[ \t]*=[ \t]*true/) !== null
  return {
    framework: claim('rails', 1, source(gem.file, gem.line, `depends on rails ${gem.version ?? ''}`.trim())),
    processes: [
      web,
      ...rubyWorkers(folder, gems, [...of('config/environments/production.rb'), ...of('config/application.rb')]),
    ],
    buildCommand: assets(folder, gems, isApi),
    releaseCommand: migrations(folder, gems),
    outputDirectory: null,
    needsNode: folder.has('package.json') && bundlers.some((name) => gems.has(name)),
    environment: { RAILS_ENV: 'production', RAILS_LOG_TO_STDOUT: '1', RAILS_SERVE_STATIC_FILES: '1' },
    buildEnvironment: { SECRET_KEY_BASE_DUMMY: '1', SECRET_KEY_BASE: 'only-for-the-build' },
    warnings: warnings(of('config/environments/production.rb')),
  }
}

function assets(folder: Folder, gems: Dependencies, isApi: boolean): Claim<string> | null {
  const pipelines = ['sprockets-rails', 'propshaft', 'sprockets', 'sassc-rails', ...bundlers]
  const gem = pipelines.map((name) => gems.get(name)).find((entry) => entry !== undefined)
  const asset = folder.files().find((file) => file.startsWith('app/assets/') || file.startsWith('app/javascript/'))
  if (isApi || (gem === undefined && asset === undefined)) return null
  const where =
    gem === undefined
      ? source(folder.full(asset ?? 'Gemfile'), null, 'an asset')
      : source(gem.file, gem.line, 'asset pipeline')
  return claim('bundle exec rails assets:precompile', 0.95, where)
}

/** Additional databases (queue, cache, cable) are created from a schema, which only `db:prepare` loads. */
function migrations(folder: Folder, gems: Dependencies): Claim<string> | null {
  const adapters = ['pg', 'mysql2', 'trilogy', 'sqlite3', 'activerecord', 'activerecord-postgis-adapter']
  const place = ['db/schema.rb', 'db/structure.sql', 'db/seeds.rb', 'config/database.yml'].find((name) =>
    folder.has(name),
  )
  if (place === undefined || (gems.has('mongoid') && !adapters.some((name) => gems.has(name)))) return null
  const several = ['db/queue_schema.rb', 'db/cache_schema.rb', 'db/cable_schema.rb'].find((name) => folder.has(name))
  const where = source(folder.full(several ?? place), null, 'database of Rails')
  return claim(several === undefined ? 'bundle exec rails db:migrate' : 'bundle exec rails db:prepare', 0.9, where)
}

function healthPath(routes: readonly CodeFile[]): Claim<string> | null {
  const hit = findLine(
    routes,
    /^[ \t]*(?:get|match|mount)\b[^\n]{0,60}["']\/?((?:[\w-]{1,20}\/)?(?:up|health\w{0,10}|healthz|ping|status|livez|heartbeat))["']/,
  )
  return hit === null ? null : claim(`/${hit.match[1]}`, 0.95, sourceOf(hit))
}

function warnings(production: readonly CodeFile[]): AppWarning[] {
  const forced = findLine(production, /^[ \t]*config\.force_ssl[ \t]*=[ \t]*true/)
  const assumed = findLine(production, /^[ \t]*config\.assume_ssl[ \t]*=[ \t]*true/)
  if (forced === null || assumed !== null) return []
  return [
    warn(
      'https_redirect',
      'Rails redirects plain HTTP to HTTPS, health checks included.',
      'Exclude the health path in config.ssl_options, or set config.assume_ssl, because the proxy in front handles HTTPS.',
      sourceOf(forced),
    ),
  ]
}
