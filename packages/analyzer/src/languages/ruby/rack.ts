/** Ruby without Rails: Rack apps, static sites, plain programs. */
import { type Claim, claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readCode, readFiles, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { portAfter, portOf, portOfVariable } from '../code/port.ts'
import { type Dependencies, makeProcess, makeSite, warn } from '../make-app.ts'
import { plainRuby, type RubyService } from './service.ts'
import { rubyWorkers } from './workers.ts'

const frameworks: readonly [string, string, number][] = [
  ['hanami', 'hanami', 2300],
  ['padrino', 'padrino', 3000],
  ['sinatra', 'sinatra', 4567],
  ['grape', 'grape', 9292],
  ['roda', 'roda', 9292],
  ['cuba', 'cuba', 9292],
  ['rack', 'rack', 9292],
  ['puma', 'rack', 9292],
]

export async function detectRack(folder: Folder, gems: Dependencies): Promise<RubyService | null> {
  const found = frameworks.find(([gem]) => gems.has(gem))
  const code = await readCode(folder, (file) => file.endsWith('.rb') || file === 'config.ru', 80)
  const imported = findLine(code, /^[ \t]*require[ \t(]+["'](sinatra|roda|grape|cuba|webrick)(?:\/base)?["']/)
  const name = found?.[1] ?? imported?.match[1] ?? (folder.has('config.ru') ? 'rack' : undefined)
  if (name === undefined) return null
  const gem = found === undefined ? undefined : gems.get(found[0])
  const where =
    gem !== undefined
      ? source(gem.file, gem.line, `depends on ${found?.[0]}`)
      : imported !== null
        ? sourceOf(imported)
        : source(folder.full('config.ru'), null, 'Rack app')
  const start = await startOf(folder, { gems, code, name })
  if (start === null) return null
  const web = makeProcess('web', 'web', claim(start.command, 0.95, start.where), {
    port: start.port,
    healthPath: findHealthPath(code),
  })
  return {
    ...plainRuby,
    framework: claim(name, 1, where),
    processes: [web, ...rubyWorkers(folder, gems, [])],
    releaseCommand: migrations(folder, gems, name),
    buildCommand:
      name === 'hanami' && folder.has('config/app.rb') && gems.has('hanami-assets')
        ? claim('bundle exec hanami assets compile', 0.9, where)
        : null,
    needsNode: name === 'hanami' && folder.has('package.json'),
    environment: {
      ...plainRuby.environment,
      ...(name === 'hanami' ? { HANAMI_ENV: 'production', HANAMI_SERVE_ASSETS: 'true' } : {}),
    },
  }
}

interface Start {
  readonly command: string
  readonly port: Claim<number>
  readonly where: ReturnType<typeof source>
}

async function startOf(
  folder: Folder,
  { gems, code, name }: { gems: Dependencies; code: readonly CodeFile[]; name: string },
): Promise<Start | null> {
  const usual = frameworks.find(([, one]) => one === name)?.[2] ?? 9292
  const config = await readFiles(folder, ['config/puma.rb', 'puma.rb'])
  const configured = portOfVariable(config) ?? portAfter(config, /^[ \t]*(?:port|bind)\b/, 1)
  const coded = portOf(code, /^[ \t]*set[ \t(]+:port[ \t]*,[^\d\n]{0,40}(\d{2,5})/, 1) ?? portOfVariable(code)
  if (folder.has('config.ru')) {
    const where = source(folder.full('config.ru'), null, 'Rack app')
    const port =
      configured ??
      coded ??
      claim(name === 'hanami' ? usual : 9292, 0.85, source(folder.full('config.ru'), null, 'the usual port of Rack'))
    const file = config[0]
    const puma =
      file === undefined
        ? `bundle exec puma -b tcp://0.0.0.0:${port.value}`
        : `bundle exec puma -C ${file.file} -b tcp://0.0.0.0:${port.value}`
    const command = gems.has('puma')
      ? puma
      : gems.has('falcon')
        ? `bundle exec falcon serve --bind http://0.0.0.0:${port.value}`
        : `bundle exec rackup --host 0.0.0.0 --port ${port.value}`
    return { command, port, where }
  }
  const script = code.find(
    (file) =>
      !file.file.includes('/') &&
      file.lines.some((line) => /require[ \t(]+["'](?:sinatra|webrick)["']|\.run!|get ["']\//.test(line)),
  )
  if (script === undefined) return null
  const where = source(folder.full(script.file), 1, 'program of Sinatra')
  const port = coded ?? claim(usual, 0.85, source(folder.full(script.file), null, `the usual port of ${name}`))
  return { command: `bundle exec ruby ${script.file} -o 0.0.0.0 -p ${port.value}`, port, where }
}

function migrations(folder: Folder, gems: Dependencies, name: string): Claim<string> | null {
  const migration = folder.files().find((file) => file.startsWith('config/db/migrate/'))
  if (name === 'hanami' && migration !== undefined) {
    return claim('bundle exec hanami db migrate', 0.9, source(folder.full(migration), null, 'a migration'))
  }
  if (!gems.has('sinatra-activerecord') || !folder.has('Rakefile')) return null
  return claim('bundle exec rake db:migrate', 0.9, source(folder.full('Rakefile'), null, 'migrations'))
}

const sites: readonly [string, string, string][] = [
  ['jekyll', 'bundle exec jekyll build', '_site'],
  ['github-pages', 'bundle exec jekyll build', '_site'],
  ['bridgetown', 'bundle exec bridgetown build', 'output'],
  ['middleman', 'bundle exec middleman build', 'build'],
  ['nanoc', 'bundle exec nanoc', 'output'],
]

export function detectSite(folder: Folder, gems: Dependencies): RubyService | null {
  const found = sites.find(([gem]) => gems.has(gem))
  const isJekyll =
    found === undefined &&
    folder.has('_config.yml') &&
    folder.files().some((file) => /^(?:_posts|_layouts|_includes)\//.test(file))
  const [name, command, output] = found ?? (isJekyll ? (['jekyll', 'jekyll build', '_site'] as const) : [])
  if (name === undefined || command === undefined || output === undefined) return null
  const gem = gems.get(name)
  const where =
    gem === undefined
      ? source(folder.full('_config.yml'), null, 'configuration of Jekyll')
      : source(gem.file, gem.line, `depends on ${name}`)
  return {
    ...plainRuby,
    framework: claim(name === 'github-pages' ? 'jekyll' : name, 1, where),
    processes: [makeSite(where)],
    buildCommand: claim(command, 0.95, where),
    outputDirectory: claim(output, 0.95, where),
    environment: { JEKYLL_ENV: 'production' },
    needsNode: name === 'bridgetown' && folder.has('package.json'),
  }
}

export async function detectProgram(folder: Folder, gems: Dependencies): Promise<RubyService | null> {
  const workers = rubyWorkers(folder, gems, [])
  if (workers.length > 0) return { ...plainRuby, framework: null, processes: workers }
  const file = ['main.rb', 'bot.rb', 'app.rb', 'run.rb', 'worker.rb', 'server.rb', 'bin/run', 'lib/main.rb'].find(
    (name) => folder.has(name),
  )
  if (file !== undefined) {
    const start = claim(`bundle exec ruby ${file}`, 0.7, source(folder.full(file), 1, 'program with a usual name'))
    return { ...plainRuby, framework: null, processes: [makeProcess('worker', 'worker', start)] }
  }
  const isLibrary = folder.files().some((name) => /^[\w-]+\.gemspec$/.test(name))
  if (folder.path !== '.' || isLibrary || !folder.has('Gemfile')) return null
  const missing = warn(
    'no_start_command',
    'Nothing here says how to start the program.',
    'Set a start command, or add a Procfile with a line `web: …`.',
  )
  return { ...plainRuby, framework: null, processes: [makeProcess('app', 'worker', null)], warnings: [missing] }
}
