/** Composer installs packages, Node builds assets in a separate stage, and FrankenPHP serves them. */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep, Stage } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import { nodeImage, nodeTool } from '../node-assets.ts'
import { isOlder, minorOf } from '../version-files.ts'
import type { Composer } from './composer.ts'
import type { PhpService } from './service.ts'

/** The oldest version with FrankenPHP images; a constraint is raised to it if it allows that. */
const oldestImage = '8.2'
const defaultPhp = '8.4'

/** Extensions that every PHP includes. */
const builtIn = new Set([
  'core', 'ctype', 'curl', 'date', 'dom', 'fileinfo', 'filter', 'ftp', 'hash', 'iconv', 'json', 'libxml', 'mbstring', 'mysqlnd', 'openssl', 'pcre', 'pdo',
  'pdo_sqlite', 'phar', 'posix', 'readline', 'reflection', 'session', 'simplexml', 'sodium', 'spl', 'sqlite3', 'standard', 'tokenizer', 'xml', 'xmlreader',
  'xmlwriter', 'zlib', 'random', 'zend-opcache',
]) // biome-ignore format: one list

export function phpImage(
  folder: Folder,
  composer: Composer,
  service: PhpService,
  version: string | null,
): ImagePlan | null {
  const [first] = service.processes
  if (first?.startCommand === null || first === undefined) return null
  const base = `dunglas/frankenphp:1-php${tagOf(version)}`
  const extensions = [...new Set([...service.extensions, ...composer.extensions])]
    .filter((name) => !builtIn.has(name))
    .toSorted()
  const frontend = service.buildCommand !== null && !service.buildCommand.value.startsWith('php ')
  const php: Stage = {
    name: 'php',
    from: base,
    note: 'PHP and its web server in one program.',
    steps: [
      workdir('/app'),
      ...(extensions.length === 0 ? [] : [run(`install-php-extensions ${extensions.join(' ')}`)]),
      run('cp "$PHP_INI_DIR/php.ini-production" "$PHP_INI_DIR/php.ini"'),
      // A file capability lets the program bind low ports. Where containers lack that capability, it keeps the program
      // from starting.
      run('setcap -r /usr/local/bin/frankenphp || true'),
      // The folder already exists; copied files get their owner one by one, and not a second time.
      run(`chown ${appUser} /app`),
    ],
  }
  const variables = { ...service.environment, XDG_DATA_HOME: '/tmp', XDG_CONFIG_HOME: '/tmp' }
  const build: Stage = {
    name: 'build',
    from: 'php',
    note: null,
    steps: [
      environment(variables),
      ...composerSteps(folder, composer),
      ...(frontend ? [copyFrom('assets', '/app/public', './public')] : []),
      ...service.buildSteps.map((step) => run(step)),
    ],
  }
  const last = runStage({
    from: 'php',
    note: 'Without Composer and what it needs.',
    environment: variables,
    owner: appUser,
    home: '/app',
    files: [copyFrom('build', '/app', '/app', appUser)],
    port: first.port?.value,
    start: first.startCommand.value,
  })
  return {
    context: folder.path,
    ignore: [
      'vendor',
      'node_modules',
      'storage/logs/*',
      'storage/framework/cache/*',
      'var/cache',
      'var/log',
      'public/build',
      'public/hot',
    ],
    stages: [...(frontend ? [assetStage(folder, service)] : []), php, build, last],
  }
}

function tagOf(version: string | null): string {
  if (version === null) return defaultPhp
  return isOlder(version, oldestImage) ? oldestImage : minorOf(version.includes('.') ? version : `${version}.4`)
}

function composerSteps(folder: Folder, composer: Composer): ImageStep[] {
  if (composer.code === null) return [copy(['.'], './')]
  const files = ['composer.json', 'composer.lock', 'symfony.lock'].filter((name) => folder.has(name))
  return [
    ...install(['git', 'unzip']),
    copyFrom('composer:2', '/usr/bin/composer', '/usr/bin/composer'),
    environment({ COMPOSER_ALLOW_SUPERUSER: '1' }),
    copy(files, './'),
    run(
      'composer install --no-dev --no-interaction --no-progress --prefer-dist --no-scripts --no-autoloader',
      '/root/.composer/cache',
    ),
    copy(['.'], './'),
    run('composer dump-autoload --no-dev --optimize'),
  ]
}

function assetStage(folder: Folder, service: PhpService): Stage {
  const tool = nodeTool(folder)
  return {
    name: 'assets',
    from: nodeImage,
    note: 'Assets are built by Node, which the image that runs does not have.',
    steps: [
      workdir('/app'),
      copy(tool.files, './'),
      run(tool.install, '/root/.npm'),
      copy(['.'], './'),
      run(service.buildCommand?.value ?? 'npm run build'),
    ],
  }
}
