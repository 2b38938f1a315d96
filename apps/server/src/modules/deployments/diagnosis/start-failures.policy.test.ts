/** Samples of startup output, as runtimes and frameworks document and print it. */
import { expect, test } from 'vitest'
import { brandId } from '../../../platform/ids/brand.ts'
import { ServiceConfiguration } from '../../environments/services.schemas.ts'
import type { Diagnosis } from '../diagnosis.schemas.ts'
import { diagnose } from './diagnose.policy.ts'
import type { DeploymentFailure, DiagnosisFacts, FailedService } from './failed-output.policy.ts'

const mib = 1_048_576
const serverId = brandId<'srv'>('0199aaaa-0000-7000-8000-000000000001')

function web(more: Record<string, unknown> = {}, ownedByFile: string[] = []): FailedService {
  const configuration = ServiceConfiguration.parse({ source: { builder: 'auto' }, port: 3000, ...more })
  return { name: 'web', kind: 'web', configuration, ownedByFile }
}

const postgres: FailedService = {
  name: 'db',
  kind: 'postgres',
  configuration: ServiceConfiguration.parse({}),
  ownedByFile: [],
}

function diagnoseStart(
  failed: Partial<DeploymentFailure>,
  { services = [web()], variables = [] }: Partial<Pick<DiagnosisFacts, 'services' | 'variables'>> = {},
): Diagnosis | null {
  const failure = {
    code: 'crash_loop',
    step: 'check-health',
    exitCode: 1,
    logTail: '',
    service: 'web',
    listening: null,
    ...failed,
  }
  return diagnose(failure, { services, variables, build: { serverId, memoryBytes: null } })
}

const unhealthy = { code: 'health_check_failed' }

test('a program on another port: changes the port', () => {
  expect(diagnoseStart({ ...unhealthy, listening: ['0.0.0.0:8080'] })).toMatchObject({
    code: 'port_mismatch',
    excerpt: [],
    remedies: [{ action: 'change_port', service: 'web', port: 8080, label: 'Change the port to 8080' }],
  })
  expect(diagnoseStart({ ...unhealthy, listening: ['[::]:4000'] }, { services: [web({ port: null })] })).toMatchObject({
    code: 'port_mismatch',
    remedies: [{ port: 4000 }],
  })
})

test('no diagnosis for several ports, or for the right one', () => {
  expect(diagnoseStart({ ...unhealthy, listening: ['0.0.0.0:8080', '0.0.0.0:9090'] })).toBeNull()
  expect(diagnoseStart({ ...unhealthy, listening: ['0.0.0.0:3000'] })).toBeNull()
  expect(diagnoseStart({ ...unhealthy, listening: [] })).toBeNull()
})

test('a port that a file in the repository controls has no remedy', () => {
  const services = [web({}, ['port'])]
  expect(diagnoseStart({ ...unhealthy, listening: ['0.0.0.0:8080'] }, { services })?.remedies).toEqual([])
})

test('a program that listens on the loopback address only', () => {
  expect(diagnoseStart({ ...unhealthy, listening: ['127.0.0.1:3000'] })).toMatchObject({
    code: 'listens_on_loopback',
    remedies: [{ action: 'set_variable', key: 'HOST', value: '0.0.0.0', scope: 'runtime' }],
  })
  const listening = ['[::1]:5000']
  const set = {
    services: [web({ command: 'vite preview' })],
    variables: [{ key: 'HOST', scope: 'both', secret: false, service: null } as const],
  }
  expect(diagnoseStart({ ...unhealthy, listening }, set)?.remedies).toMatchObject([
    { action: 'change_command', field: 'command', command: 'vite preview --host 0.0.0.0' },
    { action: 'change_port', port: 5000 },
  ])
})

const commands: [string, string][] = [
  ['uvicorn main:app', 'uvicorn main:app --host 0.0.0.0'],
  ['npx next start', 'npx next start -H 0.0.0.0'],
  ['bin/rails server', 'bin/rails server -b 0.0.0.0'],
  ['php artisan serve', 'php artisan serve --host 0.0.0.0'],
  ['gunicorn app:app --bind 127.0.0.1:5000', 'gunicorn app:app --bind 0.0.0.0:5000'],
  ['npm run build && npx next start -H localhost', 'npm run build && npx next start -H 0.0.0.0'],
  ['uvicorn main:app --host=::1 --port 8000', 'uvicorn main:app --host=0.0.0.0 --port 8000'],
]

test.each(commands)('%s gets the option that makes it listen on all interfaces', (command, changed) => {
  const services = [web({ command })]
  const [first] = diagnoseStart({ ...unhealthy, listening: ['127.0.0.1:3000'] }, { services })?.remedies ?? []
  expect(first).toMatchObject({ action: 'change_command', command: changed })
})

const hosts: [string, string, string][] = [
  ['django', "Invalid HTTP_HOST header: 'shop.example.com'. You may need to add 'shop.example.com' to ALLOWED_HOSTS.", 'ALLOWED_HOSTS'],
  ['rails', '[ActionDispatch::HostAuthorization::DefaultResponseApp] Blocked hosts: shop.example.com', 'RAILS_DEVELOPMENT_HOSTS'],
  ['angular', 'ERROR: Bad Request ("https://shop.example.com/").\nURL with hostname "shop.example.com" is not allowed.', 'NG_ALLOWED_HOSTS'],
  ['vite', 'Blocked request. This host ("shop.example.com") is not allowed.\nTo allow this host, add "shop.example.com" to `preview.allowedHosts` in vite.config.js.', '__VITE_ADDITIONAL_SERVER_ALLOWED_HOSTS'],
] // biome-ignore format: one sample per line

test.each(hosts)('a hostname that the program rejects: %s', (_, logTail, key) => {
  expect(diagnoseStart({ ...unhealthy, logTail, listening: ['0.0.0.0:3000'] })).toMatchObject({
    code: 'host_not_allowed',
    remedies: [{ action: 'set_variable', key, value: 'shop.example.com' }],
  })
})

test('extends the existing list of hosts', () => {
  const variables = [{ key: 'DJANGO_ALLOWED_HOSTS', scope: 'runtime', secret: false, service: null }] as const
  const logTail = "Invalid HTTP_HOST header: 'shop.example.com:443'."
  expect(diagnoseStart({ ...unhealthy, logTail }, { variables })?.remedies).toMatchObject([
    { key: 'DJANGO_ALLOWED_HOSTS', value: 'shop.example.com' },
  ])
})

const starts: [string, string][] = [
  ['npm', 'npm error Missing script: "start"\nnpm error'],
  ['bun', 'error: Script not found "start"'],
  ['node', "node:internal/modules/cjs/loader:1228\n  throw err;\n  ^\n\nError: Cannot find module '/app/dist/server.js'\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15) {\n  code: 'MODULE_NOT_FOUND',\n  requireStack: []\n}"],
  ['python', "python: can't open file '/app/app.py': [Errno 2] No such file or directory"],
  ['a shell', 'sh: 1: gunicorn: not found'],
  ['the engine', 'exec: "gunicorn": executable file not found in $PATH'],
  ['java', 'Error: Unable to access jarfile app.jar'],
] // biome-ignore format: one sample per line

test.each(starts)('a start command that does not exist: %s', (_, logTail) => {
  expect(diagnoseStart({ logTail })).toMatchObject({
    code: 'start_command_missing',
    remedies: [{ action: 'change_command', service: 'web', field: 'command', command: null }],
  })
})

test('npm suggests a similar script', () => {
  const logTail =
    'npm error Missing script: "strat"\nnpm error\nnpm error Did you mean this?\nnpm error   npm run serve # run the "serve" package script'
  expect(diagnoseStart({ logTail })?.remedies).toMatchObject([{ command: 'npm run serve' }])
})

test('a missing module of another module does not mean a wrong start command', () => {
  const logTail =
    "Error: Cannot find module '/app/missing.js'\nRequire stack:\n- /app/server.js\n  code: 'MODULE_NOT_FOUND',\n  requireStack: [ '/app/server.js' ]"
  expect(diagnoseStart({ logTail })).toMatchObject({ code: 'module_missing', remedies: [] })
})

const modules: [string, string, string][] = [
  ['a file in Node.js', "node:internal/modules/esm/resolve:275\n    throw new ERR_MODULE_NOT_FOUND(\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/offers.js' imported from /app/server.js\n    at finalizeResolution (node:internal/modules/esm/resolve:275:11) {\n  code: 'ERR_MODULE_NOT_FOUND'\n}", 'The file /app/offers.js is missing'],
  ['a package in Node.js', "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /app/server.js", 'The package express is missing'],
  ['a required package', "Error: Cannot find module 'express'\nRequire stack:\n- /app/server.js", 'The package express is missing'],
  ['Python', "Traceback (most recent call last):\nModuleNotFoundError: No module named 'flask'", 'The package flask is missing'],
  ['Ruby', "<internal:kernel>:37:in 'require': cannot load such file -- sinatra (LoadError)", 'The package sinatra is missing'],
] // biome-ignore format: one sample per line

test.each(modules)('a missing module: %s', (_, logTail, title) => {
  const found = diagnoseStart({ logTail })
  expect(found).toMatchObject({ code: 'module_missing', title, remedies: [] })
  expect(found?.excerpt.some((line) => /annot find|No module|cannot load/.test(line))).toBe(true)
})

const databases: [string, string, string, string][] = [
  ['node-postgres', 'Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect', 'postgres', 'db'],
  ['prisma', "Error: P1001: Can't reach database server at `localhost:5432`", 'postgres', 'db'],
  ['psycopg', 'psycopg2.OperationalError: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused', 'postgres', 'db'],
  ['psycopg without a user name', 'django.db.utils.OperationalError: connection is bad: local user with ID 10001 does not exist', 'postgres', 'db'],
  ['psycopg 3 in Django', 'django.db.utils.OperationalError: connection failed: connection to server at "127.0.0.1", port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?', 'postgres', 'db'],
  ['go', 'panic: dial tcp 127.0.0.1:5432: connect: connection refused', 'postgres', 'db'],
  ['jdbc', 'org.postgresql.util.PSQLException: Connection to localhost:5432 refused. Check that the hostname and port are correct', 'postgres', 'db'],
  ['a variable', 'Error: DATABASE_URL is not set', 'postgres', 'db'],
  ['phoenix', '** (RuntimeError) environment variable DATABASE_URL is missing.', 'postgres', 'db'],
  ['mysql2', 'Error: connect ECONNREFUSED ::1:3306', 'mariadb', 'db'],
  ['mysqlclient', "django.db.utils.OperationalError: (2002, \"Can't connect to local MySQL server through socket '/run/mysqld/mysqld.sock' (2)\")", 'mariadb', 'db'],
  ['ioredis', '[ioredis] Unhandled error event: Error: connect ECONNREFUSED 127.0.0.1:6379', 'redis', 'redis'],
  ['redis-py', 'redis.exceptions.ConnectionError: Error 111 connecting to localhost:6379. Connection refused.', 'redis', 'redis'],
  ['a compose name', 'Error: getaddrinfo ENOTFOUND postgres', 'postgres', 'db'],
] // biome-ignore format: one sample per line

test.each(databases)('a missing database: %s', (_, logTail, kind, name) => {
  expect(diagnoseStart({ logTail })).toMatchObject({
    code: 'database_missing',
    remedies: [{ action: 'add_database', kind, name }],
  })
})

test('offers no second database, and none next to an external one', () => {
  const logTail = 'Error: connect ECONNREFUSED 127.0.0.1:5432'
  expect(diagnoseStart({ logTail }, { services: [web(), postgres] })).toBeNull()
  const variables = [{ key: 'DATABASE_URL', scope: 'runtime', secret: false, service: null }] as const
  expect(diagnoseStart({ logTail }, { variables })).toBeNull()
  expect(diagnoseStart({ logTail: 'Error: connect ECONNREFUSED 127.0.0.1:9200' })).toBeNull()
})

const tables: [string, string, string | null][] = [
  ['prisma', 'The table `public.User` does not exist in the current database.', 'npx prisma migrate deploy'],
  ['django', 'django.db.utils.ProgrammingError: relation "shop_item" does not exist', 'python manage.py migrate --noinput'],
  ['rails', 'ActiveRecord::PendingMigrationError: Migrations are pending. To resolve this issue, run:', 'bin/rails db:migrate'],
  ['laravel', "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.sessions' doesn't exist", 'php artisan migrate --force'],
  ['alembic', 'sqlalchemy.exc.ProgrammingError: (psycopg2.errors.UndefinedTable) relation "items" does not exist', 'alembic upgrade head'],
  ['knex', 'error: select * from "items" - relation "items" does not exist\n    at /app/node_modules/knex/lib/x.js', 'npx knex migrate:latest'],
  ['plain', 'error: relation "items" does not exist', null],
] // biome-ignore format: one sample per line

test.each(tables)('a table that no migration has created: %s', (_, logTail, command) => {
  expect(diagnoseStart({ logTail }, { services: [web(), postgres] })).toMatchObject({
    code: 'migration_missing',
    remedies: [{ action: 'change_command', field: 'releaseCommand', command }],
  })
})

const folders: [string, string][] = [
  ['node', "Error: EACCES: permission denied, mkdir '/data/uploads'"],
  ['python', "PermissionError: [Errno 13] Permission denied: '/data/shop.db'"],
  ['ruby', 'Permission denied @ dir_s_mkdir - /data/tmp (Errno::EACCES)'],
  ['go', 'panic: mkdir /data/uploads: permission denied'],
  ['java', 'java.nio.file.AccessDeniedException: /data/uploads'],
] // biome-ignore format: one sample per line

test.each(folders)('a folder of another user: %s', (_, logTail) => {
  expect(diagnoseStart({ logTail })).toMatchObject({ code: 'folder_not_writable', remedies: [] })
  const variables = [{ key: 'DATA_DIR', scope: 'runtime', secret: false, service: null }] as const
  expect(diagnoseStart({ logTail }, { variables })?.remedies).toMatchObject([{ key: 'DATA_DIR', value: '/tmp/data' }])
})

test('caches of the user move with HOME', () => {
  expect(diagnoseStart({ logTail: "EACCES: permission denied, mkdir '/root/.cache'" })?.remedies).toMatchObject([
    { action: 'set_variable', key: 'HOME', value: '/tmp' },
  ])
})

test('a killed service gets twice its memory', () => {
  const services = [web({ resources: { memoryBytes: 96 * mib } })]
  expect(diagnoseStart({ code: 'out_of_memory' }, { services })?.remedies).toMatchObject([
    { action: 'raise_memory', service: 'web', memoryBytes: 192 * mib, label: 'Raise memory to 192 MiB' },
  ])
  expect(diagnoseStart({ code: 'out_of_memory' })?.remedies).toEqual([])
})

test('a killed Gunicorn worker in a container that keeps running', () => {
  const services = [web({ resources: { memoryBytes: 96 * mib } })]
  const killed = '[2026-11-18 00:24:47 +0000] [1] [ERROR] Worker (pid:8) was sent SIGKILL! Perhaps out of memory?'
  expect(diagnoseStart({ ...unhealthy, logTail: killed }, { services })).toMatchObject({
    code: 'out_of_memory',
    remedies: [{ action: 'raise_memory', memoryBytes: 192 * mib }],
  })
  const slow = `[2026-11-18 00:24:46 +0000] [1] [CRITICAL] WORKER TIMEOUT (pid:8)\n${killed}`
  expect(diagnoseStart({ ...unhealthy, logTail: slow }, { services })).toBeNull()
})

const variables: [string, string, string][] = [
  ['node', 'Error: Missing required environment variable: SESSION_SECRET', 'SESSION_SECRET'],
  ['openai', 'OpenAIError: The OPENAI_API_KEY environment variable is missing or empty', 'OPENAI_API_KEY'],
  ['pydantic', 'pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\nsecret_key\n  Field required [type=missing, input_value={}, input_type=dict]', 'SECRET_KEY'],
  ['envconfig', 'required key STRIPE_KEY missing value', 'STRIPE_KEY'],
  ['caarlos0/env', 'env: required environment variable "STRIPE_KEY" is not set', 'STRIPE_KEY'],
  ['spring', "Could not resolve placeholder 'JWT_SECRET' in value \"${JWT_SECRET}\"", 'JWT_SECRET'],
  ['laravel', 'No application encryption key has been specified. {"exception"', 'APP_KEY'],
] // biome-ignore format: one sample per line

test.each(variables)('a variable that the program reads: %s', (_, logTail, key) => {
  expect(diagnoseStart({ logTail })).toMatchObject({
    code: 'missing_variable',
    remedies: [{ action: 'set_variable', key, scope: 'runtime', value: null }],
  })
})

test('a failing release command is changed itself', () => {
  const failed = {
    code: 'release_command_failed',
    step: 'release-command',
    logTail: 'npm error Missing script: "migrate"',
  }
  expect(diagnoseStart(failed, { services: [web({ releaseCommand: 'npm run migrate' })] })?.remedies).toMatchObject([
    { action: 'change_command', field: 'releaseCommand' },
  ])
})

test('guesses nothing with several services and no name', () => {
  const services = [web(), { ...web(), name: 'api' }]
  const failed = { service: null, logTail: 'npm error Missing script: "start"' }
  expect(diagnoseStart(failed, { services })).toMatchObject({ service: null, remedies: [] })
})
