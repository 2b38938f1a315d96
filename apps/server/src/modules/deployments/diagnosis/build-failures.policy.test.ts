/** Samples of build output, as the tools document and print it. */
import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { Diagnosis } from '../diagnosis.schemas.ts'
import { diagnose } from './diagnose.policy.ts'
import type { DiagnosisFacts } from './failed-output.policy.ts'

const serverId = brandId<'srv'>('0199aaaa-0000-7000-8000-000000000001')

function factsOf(
  more: Record<string, unknown> = {},
  {
    variables = [],
    memoryBytes = null,
    ownedByFile = [],
  }: { variables?: DiagnosisFacts['variables']; memoryBytes?: number | null; ownedByFile?: string[] } = {},
): DiagnosisFacts {
  const configuration = ServiceConfiguration.parse({ source: { builder: 'auto' }, port: 3000, ...more })
  return {
    services: [{ name: 'web', kind: 'web', configuration, ownedByFile }],
    variables,
    build: { serverId, memoryBytes },
  }
}

function diagnoseBuild(logTail: string, facts = factsOf(), code = 'build_failed'): Diagnosis | null {
  const failure = { code, step: 'build-image', exitCode: 1, logTail, service: 'web', listening: null }
  return diagnose(failure, facts)
}

const missing: [string, string, string][] = [
  ['prisma', 'Error: Prisma schema validation - (get-config wasm)\nError code: P1012\nerror: Environment variable not found: DATABASE_URL.\n  -->  prisma/schema.prisma:7', 'DATABASE_URL'],
  ['prisma config', 'PrismaConfigEnvError: Missing required environment variable: DATABASE_URL', 'DATABASE_URL'],
  ['t3-env, zod 3', "❌ Invalid environment variables: { STRIPE_SECRET_KEY: [ 'Required' ] }\n".replace('{ ', '{\n  '), 'STRIPE_SECRET_KEY'],
  ['t3-env, zod 4', "❌ Invalid environment variables: [\n  {\n    expected: 'string',\n    code: 'invalid_type',\n    path: [ 'AUTH_SECRET' ],\n    message: 'Invalid input: expected string, received undefined'\n  }\n]\nError: Invalid environment variables", 'AUTH_SECRET'],
  ['next with a check of its own', '   Collecting page data ...\nError: Missing environment variable: NEXT_PUBLIC_API_URL\n    at <unknown> (.next/server/app/page.js:1:1200)', 'NEXT_PUBLIC_API_URL'],
  ['vite with a check of its own', '[vite:build] Error: VITE_API_URL is not set\n    at file:///app/vite.config.js:5:9', 'VITE_API_URL'],
  ['envalid', '================================\n Missing environment variables:\n    API_TOKEN: undefined\n================================', 'API_TOKEN'],
  ['django collectstatic', 'django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.', 'SECRET_KEY'],
  ['django-environ', 'django.core.exceptions.ImproperlyConfigured: Set the SECRET_KEY environment variable', 'SECRET_KEY'],
  ['python-decouple', 'decouple.UndefinedValueError: SECRET_KEY not found. Declare it as envvar or define a default value.', 'SECRET_KEY'],
  ['os.environ', 'Traceback (most recent call last):\n  File "/app/settings.py", line 12, in <module>\n    SECRET_KEY = os.environ["SECRET_KEY"]\n  File "<frozen os>", line 714, in __getitem__\nKeyError: \'SECRET_KEY\'', 'SECRET_KEY'],
  ['rails assets', "ArgumentError: Missing `secret_key_base` for 'production' environment, set this string with `bin/rails credentials:edit`", 'SECRET_KEY_BASE'],
  ['rails credentials', "ActiveSupport::EncryptedFile::MissingKeyError: Missing encryption key to decrypt file with. Ask your team for your master key and write it to /app/config/master.key or put it in the ENV['RAILS_MASTER_KEY'].", 'RAILS_MASTER_KEY'],
  ['ruby ENV.fetch', "config/initializers/stripe.rb:1:in 'ENV.fetch': key not found: \"STRIPE_KEY\" (KeyError)", 'STRIPE_KEY'],
  ['sqlx', 'error: set `DATABASE_URL` to use query macros online, or run `cargo sqlx prepare` to update the query cache', 'DATABASE_URL'],
  ['phoenix', '** (RuntimeError) environment variable SECRET_KEY_BASE is missing.\nYou can generate one by calling: mix phx.gen.secret', 'SECRET_KEY_BASE'],
  ['a shell script', '/bin/sh: 1: SENTRY_TOKEN: parameter not set or null', 'SENTRY_TOKEN'],
] // biome-ignore format: one sample per line

test.each(missing)('a variable that the build reads: %s', (_, output, key) => {
  expect(diagnoseBuild(output)).toMatchObject({
    code: 'missing_variable',
    service: 'web',
    remedies: [{ action: 'set_variable', service: 'web', key, scope: 'both', value: null, keepsValue: false }],
  })
})

test('passes a runtime variable to the build too, with its current value', () => {
  const facts = factsOf({}, { variables: [{ key: 'API_URL', scope: 'runtime', secret: false, service: null }] })
  expect(diagnoseBuild('Error: Missing environment variable: API_URL', facts)?.remedies).toMatchObject([
    { action: 'set_variable', service: null, key: 'API_URL', scope: 'both', keepsValue: true },
  ])
})

test('a secret runtime variable needs its value again', () => {
  const facts = factsOf({}, { variables: [{ key: 'API_URL', scope: 'runtime', secret: true, service: null }] })
  expect(diagnoseBuild('Error: Missing environment variable: API_URL', facts)?.remedies).toMatchObject([
    { action: 'set_variable', key: 'API_URL', scope: 'both', keepsValue: false },
  ])
})

test('returns no diagnosis when the variable is set, or when the line is only a warning', () => {
  const facts = factsOf({}, { variables: [{ key: 'API_URL', scope: 'both', secret: false, service: null }] })
  expect(diagnoseBuild('Error: Missing environment variable: API_URL', facts)).toBeNull()
  expect(diagnoseBuild('warn: Missing environment variable SENTRY_DSN\nSyntaxError: Unexpected token')).toBeNull()
  expect(diagnoseBuild('Missing environment variable SENTRY_DSN, falling back to none\nTypeError: x')).toBeNull()
})

const locks: [string, string, string][] = [
  ['npm', 'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with `npm install` before continuing.\nnpm error Missing: left@1.0.0 from lock file', 'npm install'],
  ['npm without one', 'npm ERR! The `npm ci` command can only install with an existing package-lock.json or', 'npm install'],
  ['pnpm', ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json', 'pnpm install --no-frozen-lockfile'],
  ['yarn 1', 'error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.', 'yarn install'],
  ['yarn 4', '➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.', 'yarn install --no-immutable'],
  ['bun', 'error: lockfile had changes, but lockfile is frozen\nnote: try re-running without --frozen-lockfile and commit the updated lockfile', 'bun install'],
  ['poetry', 'pyproject.toml changed significantly since poetry.lock was last generated. Run `poetry lock` to fix the lock file.', 'poetry lock && poetry install --no-root'],
  ['uv', 'error: The lockfile at `uv.lock` needs to be updated, but `--locked` was provided. To update the lockfile, run `uv lock`.', 'uv sync --no-dev'],
  ['bundler', "The dependencies in your gemfile changed, but the lockfile can't be updated because frozen mode is set", 'bundle config set frozen false && bundle install'],
] // biome-ignore format: one sample per line

test.each(locks)('an outdated lockfile: %s', (_, output, command) => {
  expect(diagnoseBuild(output)).toMatchObject({
    code: 'lockfile_outdated',
    remedies: [{ action: 'change_command', service: 'web', field: 'installCommand', command }],
  })
})

const versions: [string, string, string][] = [
  ['npm', 'npm error code EBADENGINE\nnpm error engine Unsupported engine\nnpm error notsup Not compatible with your version of node/npm: shop@1.0.0\nnpm error notsup Required: {"node":">=22"}\nnpm error notsup Actual:   {"npm":"10.8.2","node":"v20.19.0"}', '22'],
  ['yarn 1', 'error sharp@0.34.0: The engine "node" is incompatible with this module. Expected version "^18.17.0 || ^20.3.0 || >=21.0.0". Got "16.20.0"', '21'],
  ['pnpm', ' ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad pnpm and/or Node.js version)\n\nYour Node version is incompatible with "/app".\n\nExpected version: 20.x\nGot: v24.1.0', '20'],
  ['next', 'You are using Node.js 18.17.0. For Next.js, Node.js version ">=20.9.0" is required.', '20'],
  ['vite', 'You are using Node.js 18.20.8. Vite requires Node.js version 20.19+ or 22.12+. Please upgrade your Node.js version.', '22'],
  ['angular', 'Node.js version v18.20.0 detected.\nThe Angular CLI requires a minimum Node.js version of v20.19 or v22.12.', '22'],
  ['go', 'go: go.mod requires go >= 1.24.2 (running go 1.22.5; GOTOOLCHAIN=local)', '1.24'],
  ['pip', "ERROR: Package 'shop' requires a different Python: 3.9.2 not in '>=3.11'", '3.11'],
  ['poetry', 'Current Python version (3.9.2) is not allowed by the project (^3.12).', '3.12'],
  ['bundler', 'Your Ruby version is 3.1.2, but your Gemfile specified 3.3.4', '3.3'],
] // biome-ignore format: one sample per line

test.each(versions)('a runtime of the wrong version: %s', (_, output, version) => {
  expect(diagnoseBuild(output)).toMatchObject({
    code: 'wrong_runtime_version',
    remedies: [{ action: 'pin_version', service: 'web', version }],
  })
})

test('a runtime without something that the code imports', () => {
  const crash =
    "import { styleText } from \"node:util\";\n         ^^^^^^^^^\nSyntaxError: The requested module 'node:util' does not provide an export named 'styleText'\n    at ModuleJob._instantiate (node:internal/modules/esm/module_job:123:21)\n\nNode.js v18.20.8"
  expect(diagnoseBuild(crash)).toMatchObject({
    code: 'wrong_runtime_version',
    remedies: [{ action: 'pin_version', version: '24', label: 'Use Node.js 24' }],
  })
  const warned = `npm warn EBADENGINE   required: { node: '^20.19.0 || >=22.12.0' },\n${crash}`
  expect(diagnoseBuild(warned)?.remedies).toMatchObject([{ version: '22' }])
  const own = "SyntaxError: The requested module './shop.js' does not provide an export named 'total'"
  expect(diagnoseBuild(own)).toBeNull()
})

test('a runtime whose version the service does not control has no remedy', () => {
  const rust =
    'error: package `time v0.3.41` cannot be built because it requires rustc 1.82 or newer, while the currently active rustc version is 1.75.0'
  expect(diagnoseBuild(rust)).toMatchObject({ code: 'wrong_runtime_version', remedies: [] })
})

test('an engine that npm only warns about is not a diagnosis', () => {
  const output =
    "npm warn EBADENGINE Unsupported engine {\nnpm warn EBADENGINE   required: { node: '>=22' },\nnpm error code ELIFECYCLE"
  expect(diagnoseBuild(output)).toBeNull()
})

const compilers: [string, string, string][] = [
  ['node-gyp without Python', 'npm error gyp ERR! find Python \nnpm error gyp ERR! find Python Python is not set from command line or npm configuration', 'apt-get update && apt-get install -y --no-install-recommends g++ make python3 && npm ci'],
  ['node-gyp without make', 'pnpm install\ngyp ERR! build error\ngyp ERR! stack Error: not found: make\n ELIFECYCLE  Command failed', 'apt-get update && apt-get install -y --no-install-recommends g++ make python3 && pnpm install --frozen-lockfile'],
  ['pip', "  Building wheel for uwsgi (setup.py): started\n  error: command 'gcc' failed: No such file or directory", 'apt-get update && apt-get install -y --no-install-recommends build-essential && pip install -r requirements.txt'],
  ['psycopg2', '      Error: pg_config executable not found.\n      setup.py', 'apt-get update && apt-get install -y --no-install-recommends build-essential libpq-dev && pip install -r requirements.txt'],
] // biome-ignore format: one sample per line

test.each(compilers)('a native module without a compiler: %s', (_, output, command) => {
  expect(diagnoseBuild(output)).toMatchObject({
    code: 'compiler_missing',
    remedies: [{ action: 'change_command', field: 'installCommand', command }],
  })
})

const scripts: [string, string][] = [
  ['npm', 'npm error Missing script: "build"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run'],
  ['pnpm', ' ERR_PNPM_NO_SCRIPT  Missing script: build'],
  ['yarn 1', 'error Command "build" not found.'],
  ['yarn 4', 'Usage Error: Couldn\'t find a script named "build".'],
  ['bun', 'error: Script not found "build"'],
] // biome-ignore format: one sample per line

test.each(scripts)('a build command with a missing script: %s', (_, output) => {
  expect(diagnoseBuild(output)).toMatchObject({
    code: 'start_command_missing',
    remedies: [{ action: 'change_command', field: 'buildCommand', command: null }],
  })
})

test('a killed build gets twice its memory, and one without a limit has no remedy', () => {
  const limited = factsOf({}, { memoryBytes: 512 * 1_048_576 })
  expect(diagnoseBuild('', limited, 'build_out_of_memory')).toMatchObject({
    code: 'out_of_memory',
    excerpt: [],
    remedies: [
      { action: 'raise_build_memory', serverId, memoryBytes: 1_073_741_824, label: 'Raise build memory to 1 GiB' },
    ],
  })
  expect(diagnoseBuild('', factsOf(), 'build_out_of_memory')?.remedies).toEqual([])
})

test('a build whose package manager hides that it was killed', () => {
  const output =
    'npm error path /app\nnpm error command failed\nnpm error signal SIGKILL\nnpm error command sh -c node build.mjs'
  const limited = factsOf({}, { memoryBytes: 512 * 1_048_576 })
  expect(diagnoseBuild(output, limited)).toMatchObject({
    code: 'out_of_memory',
    remedies: [{ action: 'raise_build_memory' }],
  })
})

test('a full heap gets a larger one', () => {
  const output = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'
  expect(diagnoseBuild(output)?.remedies).toMatchObject([
    { action: 'set_variable', key: 'NODE_OPTIONS', scope: 'build', value: '--max-old-space-size=4096' },
  ])
})

test('a setting that the repository controls has no remedy', () => {
  const output = ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install'
  expect(diagnoseBuild(output, factsOf({ source: { builder: 'dockerfile' } }))?.remedies).toEqual([])
  expect(diagnoseBuild(output, factsOf({}, { ownedByFile: ['source'] }))?.remedies).toEqual([])
})

test('returns no diagnosis for unknown output or failures that the output does not explain', () => {
  expect(diagnoseBuild("error TS2322: Type 'string' is not assignable to type 'number'.")).toBeNull()
  expect(diagnoseBuild('sh: 1: tsc: not found')).toBeNull()
  expect(diagnoseBuild('Error: Missing environment variable: API_URL', factsOf(), 'connection_lost')).toBeNull()
})

test('the excerpt is short, plain, and without credentials', () => {
  const output = [
    'one',
    'two',
    '\u001b[31mError: Missing environment variable: API_URL\u001b[0m',
    'DATABASE=postgres://shop:hunter2@db/shop password=hunter2 {"token":"hunter2"}',
    'four',
    'five',
    'six',
  ].join('\n')
  const excerpt = diagnoseBuild(output)?.excerpt ?? []
  expect(excerpt).toEqual([
    'two',
    'Error: Missing environment variable: API_URL',
    'DATABASE=postgres://***@db/shop password=*** {"token":"***"}',
    'four',
    'five',
  ])
})

test('reads output of any length and kind', () => {
  const hostile = `${'A'.repeat(300_000)}\n`.repeat(3) + 'Missing environment variable: '.repeat(20_000)
  expect(diagnoseBuild(hostile)).toBeNull()
})
