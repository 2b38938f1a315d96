/** Gems are compiled in one stage and copied to another with only their runtime libraries. */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { serveFiles } from '../../images/static-image.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import type { Dependencies } from '../make-app.ts'
import { nodeInstall } from '../node-assets.ts'
import type { RubyService } from './service.ts'

export const defaultRuby = '3.4'

const native: Readonly<Record<string, { build: string[]; run: string[] }>> = {
  pg: { build: ['libpq-dev'], run: ['libpq5'] },
  mysql2: { build: ['default-libmysqlclient-dev'], run: ['libmariadb3'] },
  trilogy: { build: ['libssl-dev'], run: [] },
  sqlite3: { build: ['libsqlite3-dev'], run: ['libsqlite3-0'] },
  image_processing: { build: [], run: ['libvips42'] },
  'ruby-vips': { build: [], run: ['libvips42'] },
  mini_magick: { build: [], run: ['imagemagick'] },
  rmagick: { build: ['libmagickwand-dev'], run: ['imagemagick'] },
  charlock_holmes: { build: ['libicu-dev'], run: ['libicu72'] },
  'idn-ruby': { build: ['libidn-dev'], run: ['libidn12'] },
}

export function rubyImage(
  folder: Folder,
  gems: Dependencies,
  service: RubyService,
  version: string | null,
): ImagePlan | null {
  const [first] = service.processes
  if (first === undefined || (first.startCommand === null && service.outputDirectory === null)) return null
  const base = `ruby:${version ?? defaultRuby}-slim`
  const needs = Object.keys(native)
    .filter((name) => gems.has(name))
    .flatMap((name) => native[name] ?? [])
  const bundle = {
    BUNDLE_PATH: '/usr/local/bundle',
    BUNDLE_WITHOUT: 'development:test',
    ...(folder.has('Gemfile.lock') ? { BUNDLE_DEPLOYMENT: '1' } : {}),
  }
  const build: ImageStep[] = [
    workdir('/app'),
    environment({ ...bundle, ...service.environment }),
    ...install(['build-essential', 'git', 'libyaml-dev', 'pkg-config', ...needs.flatMap((need) => need.build)]),
    ...gemSteps(folder),
    ...(service.needsNode ? nodeInstall(folder) : []),
    copy(['.'], './'),
    ...(gems.has('bootsnap') ? [run('bundle exec bootsnap precompile --gemfile app/ lib/')] : []),
    ...(service.buildCommand === null ? [] : [run(`${assignments(service)}${service.buildCommand.value}`)]),
    ...(service.needsNode ? [run('rm -rf node_modules')] : []),
  ]
  const stages = [
    {
      name: 'build',
      from: base,
      note: 'Gems first: they are compiled again only when Gemfile.lock changes.',
      steps: build,
    },
  ]
  if (service.outputDirectory !== null) return site(folder, stages, service.outputDirectory.value)
  return {
    context: folder.path,
    ignore: ['log', 'tmp', 'storage', 'node_modules', 'public/assets', 'config/master.key', 'config/credentials/*.key'],
    stages: [
      ...stages,
      runStage({
        from: base,
        note: 'Without compilers; a memory allocator that does not grow with the hours.',
        asRoot: install(['libjemalloc2', ...needs.flatMap((need) => need.run)]),
        environment: {
          ...bundle,
          ...service.environment,
          LD_PRELOAD: 'libjemalloc.so.2',
          ...(first.port === null ? {} : { PORT: String(first.port.value) }),
        },
        owner: appUser,
        home: '/app',
        files: [
          copyFrom('build', '/usr/local/bundle', '/usr/local/bundle'),
          copyFrom('build', '/app', '/app', appUser),
        ],
        port: first.port?.value,
        start: first.startCommand?.value ?? 'ruby',
      }),
    ],
  }
}

function gemSteps(folder: Folder): ImageStep[] {
  if (!folder.has('Gemfile')) return [run('gem install jekyll')]
  const files = ['Gemfile', 'Gemfile.lock', '.ruby-version', '.tool-versions'].filter((name) => folder.has(name))
  const local = folder.files().filter((file) => /^[\w-]+\.gemspec$/.test(file))
  return [
    copy([...files, ...local], './'),
    run('bundle install && rm -rf /usr/local/bundle/cache /usr/local/bundle/ruby/*/cache'),
  ]
}

function assignments(service: RubyService): string {
  return Object.entries(service.buildEnvironment)
    .map(([key, value]) => `${key}=${value} `)
    .join('')
}

function site(folder: Folder, stages: ImagePlan['stages'], output: string): ImagePlan {
  const files = copyFrom('build', `/app/${output}`, '/srv')
  return { context: folder.path, ignore: [output], stages: [...stages, ...serveFiles(files, false)] }
}
