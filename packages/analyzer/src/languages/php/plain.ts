/** PHP with a smaller framework, a content management system, or none. */
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readCode } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { type Dependencies, makeProcess, makeWorker, warn } from '../make-app.ts'
import type { Composer } from './composer.ts'
import { frontendBuild } from './frontend.ts'
import { type PhpService, phpPort, plainPhp, serve } from './service.ts'

const known: readonly [string, string, string[]][] = [
  ['slim/slim', 'slim', []],
  ['roots/wordpress', 'wordpress', ['mysqli', 'gd', 'exif', 'intl', 'zip']],
  ['johnpbloch/wordpress', 'wordpress', ['mysqli', 'gd', 'exif', 'intl', 'zip']],
  ['roots/bedrock', 'wordpress', ['mysqli', 'gd', 'exif', 'intl', 'zip']],
  ['codeigniter4/framework', 'codeigniter', ['intl', 'mysqli']],
  ['cakephp/cakephp', 'cakephp', ['intl', 'pdo_mysql']],
  ['yiisoft/yii2', 'yii', ['intl', 'pdo_mysql']],
  ['drupal/core-recommended', 'drupal', ['gd', 'pdo_mysql', 'pdo_pgsql']],
  ['drupal/core', 'drupal', ['gd', 'pdo_mysql', 'pdo_pgsql']],
  ['craftcms/cms', 'craft', ['intl', 'gd', 'pdo_mysql', 'pdo_pgsql', 'bcmath', 'zip']],
  ['laminas/laminas-mvc', 'laminas', ['intl']],
  ['mezzio/mezzio', 'mezzio', []],
  ['mikecao/flight', 'flight', []],
  ['flightphp/core', 'flight', []],
  ['getkirby/cms', 'kirby', ['gd', 'intl']],
  ['getgrav/grav', 'grav', ['gd', 'zip', 'intl']],
  ['nette/application', 'nette', ['intl']],
  ['hyperf/framework', 'hyperf', ['swoole', 'pcntl']],
  ['typo3/cms-core', 'typo3', ['gd', 'intl', 'mysqli', 'zip']],
]

const roots = ['public', 'web', 'webroot', 'www', 'htdocs', 'public_html', 'docroot', 'html']

export async function detectPlain(folder: Folder, composer: Composer): Promise<PhpService | null> {
  const found = known.find(([name]) => composer.packages.has(name))
  const entry = found === undefined ? undefined : composer.packages.get(found[0])
  const documentRoot = roots.find((name) => folder.has(`${name}/index.php`)) ?? (folder.has('index.php') ? '.' : null)
  const isWordPress = folder.has('wp-load.php') || folder.has('wp-config-sample.php')
  if (documentRoot === null) return program(folder, composer)
  const index = source(
    folder.full(documentRoot === '.' ? 'index.php' : `${documentRoot}/index.php`),
    null,
    'front page',
  )
  const where = entry === undefined ? index : source(entry.file, entry.line, `depends on ${found?.[0]}`)
  const code = await readCode(folder, (file) => file.endsWith('.php'), 80)
  const web = makeProcess('web', 'web', claim(serve(documentRoot), 0.85, where), {
    port: claim(phpPort, 0.9, index),
    healthPath: findHealthPath(code),
  })
  const used = usedExtensions(code)
  const framework = found?.[1] ?? (isWordPress ? 'wordpress' : null)
  return {
    ...plainPhp,
    framework:
      framework === null
        ? null
        : claim(
            framework,
            1,
            isWordPress && entry === undefined
              ? source(
                  folder.full(folder.has('wp-load.php') ? 'wp-load.php' : 'wp-config-sample.php'),
                  null,
                  'WordPress itself',
                )
              : where,
          ),
    processes: [web],
    documentRoot,
    dependencies: used,
    buildCommand: await frontendBuild(folder),
    extensions: [
      'opcache',
      ...(found?.[2] ??
        (isWordPress ? ['mysqli', 'gd', 'exif', 'intl', 'zip'] : [...used.keys()].map((name) => name.slice(4)))),
    ],
  }
}

const usage: readonly [RegExp, string][] = [
  [/\bmysqli_connect\b|new \\?mysqli\b/, 'mysqli'],
  [/["'`]mysql:/, 'pdo_mysql'],
  [/["'`]pgsql:/, 'pdo_pgsql'],
  [/\bpg_connect\b/, 'pgsql'],
  [/["'`]sqlite:/, 'pdo_sqlite'],
  [/new \\?Redis\(/, 'redis'],
  [/new \\?Memcached\(/, 'memcached'],
]

/** Extensions that the code uses without declaring them in a manifest. */
function usedExtensions(code: readonly CodeFile[]): Dependencies {
  const found: Dependencies = new Map()
  for (const [pattern, name] of usage) {
    const hit = findLine(code, pattern)
    if (hit !== null)
      found.set(`ext-${name}`, { version: null, file: hit.code.folder.full(hit.code.file), line: hit.line })
  }
  return found
}

/** A command-line program without a page. */
function program(folder: Folder, composer: Composer): PhpService | null {
  const file = ['bot.php', 'worker.php', 'main.php', 'server.php', 'app.php', 'bin/console', 'cli.php', 'run.php'].find(
    (name) => folder.has(name),
  )
  if (file !== undefined && file !== 'bin/console') {
    const worker = makeWorker('worker', `php ${file}`, 0.6, source(folder.full(file), 1, 'program with a usual name'))
    return { ...plainPhp, framework: null, processes: [worker], documentRoot: '.' }
  }
  if (folder.path !== '.' || composer.code === null || composer.value.type === 'library') return null
  const missing = warn(
    'no_start_command',
    'The directory has neither an index.php nor a program with a usual name.',
    'Set a start command, or add a Procfile with a line `web: …`.',
  )
  return {
    ...plainPhp,
    framework: null,
    processes: [makeProcess('app', 'worker', null)],
    documentRoot: '.',
    warnings: [missing],
  }
}
