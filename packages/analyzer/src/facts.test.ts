import { expect, test } from 'vitest'
import type { App } from './app.ts'
import { overlayAppJson } from './app-json/overlay-app-json.ts'
import { claim } from './claim.ts'
import { portInCommand } from './facts.ts'
import { Folder } from './folder.ts'
import { makeApp, makeProcess } from './languages/make-app.ts'
import { overlayPlatformFiles } from './platform-files/overlay-platform-files.ts'
import { overlayProcfile } from './procfile/overlay-procfile.ts'
import { Repository } from './repository.ts'
import { treeOf } from './tree.ts'

type Overlay = (folder: Folder, app: App) => Promise<App>

async function put(overlay: Overlay, files: Record<string, string>, said: Partial<App> = {}) {
  const folder = new Folder(new Repository(treeOf(files)), '.')
  const web = makeProcess('web', 'web', claim('npm start', 0.9), { port: claim(3000, 0.5) })
  const plan = {
    context: '.',
    ignore: [],
    stages: [
      {
        name: 'run',
        from: 'x',
        note: null,
        steps: [
          { do: 'run' as const, command: 'npm run build', caches: [] },
          { do: 'command' as const, args: ['npm', 'start'] },
        ],
      },
    ],
  }
  const app = makeApp(folder, {
    language: claim('node', 1),
    processes: [web, makeProcess('guess', 'worker', claim('x', 0.5))],
    buildCommand: claim('npm run build', 0.9),
    image: plan,
    ...said,
  })
  const done = await overlay(folder, app)
  const processes = done.processes.map((one) => ({
    name: one.name,
    kind: one.kind,
    start: one.startCommand?.value,
    port: one.port?.value,
    health: one.healthPath?.value,
    schedule: one.schedule?.value,
  }))
  return { done, processes }
}

test('a Procfile names all processes, and the release command', async () => {
  const text =
    'web: gunicorn app:app -b 0.0.0.0:9000\n# no\nworker: celery -A app worker\nclock: python clock.py\nrelease: python manage.py migrate\n'
  const { done, processes } = await put(overlayProcfile, { Procfile: text, 'Procfile.dev': 'web: dev' })
  expect(processes).toMatchObject([
    { name: 'web', kind: 'web', start: 'gunicorn app:app -b 0.0.0.0:9000', port: 9000 },
    { name: 'worker', kind: 'worker', start: 'celery -A app worker' },
    { name: 'clock', kind: 'worker', start: 'python clock.py' },
  ])
  expect(done.releaseCommand?.value).toBe('python manage.py migrate')
  expect(done.releaseCommand?.sources).toMatchObject([{ file: 'Procfile', line: 5 }])
  expect(done.image?.stages[0]?.steps.at(-1)).toEqual({
    do: 'command',
    args: ['gunicorn', 'app:app', '-b', '0.0.0.0:9000'],
  })
})

test('does not invent a port that the platform provides', async () => {
  const { processes } = await put(overlayProcfile, { Procfile: 'web: next start -p $PORT\n' })
  expect(processes).toMatchObject([{ name: 'web', port: 3000 }])
  expect(portInCommand('serve -l tcp://0.0.0.0:5000')).toBe(5000)
  expect(portInCommand('x --port ${PORT:-80}')).toBeNull()
})

test('reads app.json of Dokku: cron, health, and release', async () => {
  const text = JSON.stringify(
    {
      cron: [{ command: 'node tick.js', schedule: '0 4 * * *' }],
      healthchecks: { web: [{ type: 'startup', path: '/up' }] },
      scripts: { postdeploy: 'x', dokku: { predeploy: 'node m.js' } },
    },
    null,
    2,
  )
  const { done, processes } = await put(overlayAppJson, { 'app.json': text })
  expect(processes).toMatchObject([
    { name: 'web', health: '/up' },
    { name: 'guess' },
    { name: 'cron', kind: 'cron', start: 'node tick.js', schedule: '0 4 * * *' },
  ])
  expect(done.releaseCommand?.value).toBe('node m.js')
  expect(done.warnings).toMatchObject([{ code: 'postdeploy_script', line: expect.any(Number) }])
})

test.each([
  [
    'fly.toml',
    '[http_service]\ninternal_port = 8081\n[[http_service.checks]]\npath = "/h"\n[deploy]\nrelease_command = "m"\n[processes]\napp = "run"\nmail = "mailer"\n',
    { port: 8081, health: '/h', start: 'run' },
    'm',
  ],
  [
    'render.yaml',
    'services:\n  - type: web\n    startCommand: run\n    healthCheckPath: /h\n    preDeployCommand: m\n  - type: worker\n    name: mail\n    startCommand: mailer\n',
    { health: '/h', start: 'run' },
    'm',
  ],
  [
    'railway.json',
    '{"deploy":{"startCommand":"run","healthcheckPath":"/h","preDeployCommand":["m"]}}',
    { health: '/h', start: 'run' },
    'm',
  ],
  ['heroku.yml', 'run:\n  web: run\nrelease:\n  command:\n    - m\n', { start: 'run' }, 'm'],
  ['nixpacks.toml', '[start]\ncmd = "run"\n', { start: 'run' }, undefined],
  ['app.yaml', 'runtime: nodejs22\nentrypoint: run\n', { start: 'run' }, undefined],
  [
    '.platform.app.yaml',
    'web:\n  commands:\n    start: run\ncrons:\n  a:\n    spec: "0 * * * *"\n    cmd: tick\n',
    { start: 'run' },
    undefined,
  ],
  ['.do/app.yaml', 'services:\n  - run_command: run\n    http_port: 8082\n', { start: 'run', port: 8082 }, undefined],
])('%s', async (name, text, web, release) => {
  const { done, processes } = await put(overlayPlatformFiles, { [name]: text })
  expect(processes[0]).toMatchObject({ name: 'web', ...web })
  expect(done.releaseCommand?.value).toBe(release)
  expect(done.processes[0]?.startCommand?.sources).toMatchObject([{ file: name, line: expect.any(Number) }])
})

test('runs the build command of another platform instead of the detected one', async () => {
  const { done } = await put(overlayPlatformFiles, { 'vercel.json': '{"buildCommand":"npm run pages"}' })
  expect(done.image?.stages[0]?.steps[0]).toMatchObject({ command: 'npm run pages' })
})
