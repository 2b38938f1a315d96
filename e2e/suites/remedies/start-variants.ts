/** Apps that are built, but don't become healthy until something is changed. */
import { append, from, prepend, replace, write } from './changed-starter.ts'
import { mib, server, type Variant, withDockerfile } from './variant.ts'

const port = { code: 'port_mismatch', action: 'change_port' } as const
const loopback = { code: 'listens_on_loopback' } as const
const host = { code: 'host_not_allowed', action: 'set_variable' } as const
const ownHost = replace('bin/www', 'server.listen(port);', "server.listen(port, process.env.HOST || 'localhost');")
const djangoHosts = replace('mysite/settings.py', 'ALLOWED_HOSTS = []', 'import os\nALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "").split(",")') // biome-ignore format: a change
const vitePreview = write('Dockerfile', [
  'FROM node:24-slim',
  'WORKDIR /app',
  'COPY . .',
  'RUN npm ci && npm run build',
  'USER node',
  'EXPOSE 4173',
  'CMD ["node_modules/.bin/vite", "preview", "--host", "0.0.0.0"]',
])

export const network: readonly Variant[] = [
  { ...port, name: 'another-port', app: from('fiber'), service: { port: 8080 } },
  { ...loopback, action: 'change_command', name: 'loopback-uvicorn', app: from('fastapi'), service: { command: 'uvicorn main:app --port 8000' } },
  { ...port, name: 'port-not-set', app: from('echo'), service: { port: null, healthCheck: null } },
  { ...loopback, action: 'set_variable', name: 'loopback-koa', app: from('koa', ownHost) },
  { ...loopback, action: 'change_command', name: 'loopback-gunicorn', app: from('flask'), service: { command: 'gunicorn app:app --bind 127.0.0.1:5000' } },
  { ...host, name: 'host-refused-django', app: from('django', djangoHosts) },
  { ...host, name: 'host-refused-vite', app: from('vite-vanilla', vitePreview) },
] // biome-ignore format: one app per line

const folder = { code: 'folder_not_writable', action: 'set_variable' } as const
const database = { code: 'database_missing', action: 'add_database' } as const
const unowned = [
  replace('Dockerfile', 'USER node', 'ENV HOME=/root\nUSER node'),
  prepend('server.mjs', [
    "import { mkdirSync } from 'node:fs'",
    "import { homedir } from 'node:os'",
    '',
    'mkdirSync(`${homedir()}/.cache/app`, { recursive: true })',
  ]),
]
const uploads = prepend('app.py', ['import os', '', 'os.makedirs(os.environ["UPLOAD_FOLDER"], exist_ok=True)'])
const redis = [
  append('requirements.txt', ['redis==6.4.0']),
  prepend('app.py', [
    'import os',
    'import redis',
    '',
    'redis.Redis.from_url(os.environ.get("REDIS_URL", "redis://localhost:6379/0")).ping()',
  ]),
]
const postgres = [
  append('requirements.txt', ['dj-database-url==3.0.1', 'psycopg[binary]==3.2.10']),
  append('mysite/settings.py', [
    '',
    'import dj_database_url',
    'DATABASES = {"default": dj_database_url.config(default="postgres://localhost:5432/shop")}',
    'ALLOWED_HOSTS = ["*"]',
  ]),
]
const usesTable = write('mysite/urls.py', [
  'from django.contrib.auth.models import User',
  'from django.http import HttpResponse',
  'from django.urls import path',
  '',
  'urlpatterns = [path("", lambda request: HttpResponse(User.objects.count()))]',
])

export const data: readonly Variant[] = [
  { ...database, name: 'postgres-missing', app: from('django', ...postgres), hasNoDatabase: true },
  { ...folder, name: 'folder-not-owned', app: from('flask', uploads), variables: [{ key: 'UPLOAD_FOLDER', value: '/data', scope: 'runtime', secret: false }] },
  { ...folder, name: 'home-not-owned', app: from('dockerfile', ...unowned) },
  { ...database, name: 'redis-missing', app: from('flask', ...redis), hasNoDatabase: true },
  { code: 'migration_missing', action: 'change_command', name: 'table-missing', app: from('django', ...postgres, usesTable), service: { releaseCommand: null } },
] // biome-ignore format: one app per line

/** This variant is for the browser. */
export const forButton: Variant = {
  ...port,
  name: 'button',
  app: withDockerfile(server("8081, '0.0.0.0'")),
  service: { resources: { memoryBytes: 128 * mib } },
}
