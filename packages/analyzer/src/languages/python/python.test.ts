import { expect, test } from 'vitest'
import { analyze } from '../../analyze.ts'
import { Folder } from '../../folder.ts'
import { Repository } from '../../repository.ts'
import { treeOf } from '../../tree.ts'
import { python } from './index.ts'

async function detect(files: Record<string, string>, path = '.') {
  return await python.detect(new Folder(new Repository(treeOf(files)), path), null)
}

const manage = `#!/usr/bin/env python
import os, sys
def main():
    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'mysite.settings')
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`

test('installs a server that no manifest names before the code, so that it is downloaded once', async () => {
  const files = { 'requirements.txt': 'flask==3.1.0\n', 'app.py': 'from flask import Flask\napp = Flask(__name__)\n' }
  const text = (await analyze(treeOf(files))).services[0]?.dockerfile?.text ?? ''
  expect(text.indexOf('pip install gunicorn')).toBeGreaterThan(-1)
  expect(text.indexOf('pip install gunicorn')).toBeLessThan(text.indexOf('COPY . ./'))
})

const django = (settings: string) => ({
  'requirements.txt': 'Django==5.2.8\n',
  'manage.py':
    'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "mysite.settings")\nfrom django.core import management\n',
  'mysite/settings.py': settings,
})

test.each([
  ['import os\nDEBUG = True\nALLOWED_HOSTS = []\n', 3, ''],
  ['DEBUG = False\nALLOWED_HOSTS: list[str] = ["localhost", "127.0.0.1"]  # later\n', 2, 'import os; '],
  ['SECRET_KEY = "x"\n', 1, 'import os; '],
])('warns that %j responds with 400 to every domain, and shows the line to add', async (settings, line, imports) => {
  const warnings = (await analyze(treeOf(django(settings)))).warnings.filter(
    ({ code }) => code === 'allowed_hosts_empty',
  )
  expect(warnings).toMatchObject([
    {
      file: 'mysite/settings.py',
      line,
      hint: `Write in settings.py: ${imports}ALLOWED_HOSTS = os.environ.get("LONGSHORE_HOSTNAMES", "localhost").split(",")`,
    },
  ])
})

test.each([
  'ALLOWED_HOSTS = ["shop.example.com"]\n',
  'ALLOWED_HOSTS = ["*"]\n',
  'ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")\n',
  'ALLOWED_HOSTS = []\nALLOWED_HOSTS += os.environ["HOSTS"].split()\n',
  'from .base import *\n',
])('accepts %j, which can name a domain', async (settings) => {
  const codes = (await analyze(treeOf(django(settings)))).warnings.map(({ code }) => code)
  expect(codes).not.toContain('allowed_hosts_empty')
})

test('detects Django with Celery from its settings', async () => {
  const app = await detect({
    'manage.py': manage,
    'mysite/__init__.py': '',
    'mysite/settings.py': `import os\nSECRET_KEY = os.environ["SECRET_KEY"]\nDEBUG = False\nALLOWED_HOSTS = []\nWSGI_APPLICATION = 'mysite.wsgi.application'\nSTATIC_ROOT = 'static'\nCELERY_BEAT_SCHEDULE = {}\n`,
    'mysite/wsgi.py':
      "os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'mysite.settings')\napplication = get_wsgi_application()",
    'mysite/celery.py': "from celery import Celery\napp = Celery('mysite')\n",
    'mysite/urls.py': "urlpatterns = [\n  path('healthz/', ok),\n]",
    'requirements.txt': 'Django==5.1\ngunicorn==23.0\ncelery[redis]==5.4\npsycopg2==2.9\n',
    '.python-version': '3.12\n',
  })
  expect(app?.framework?.value).toBe('django')
  expect(app?.version).toMatchObject({ value: '3.12', sources: [{ file: '.python-version', line: 1 }] })
  expect(app?.processes.map((process) => [process.name, process.startCommand?.value])).toEqual([
    ['web', 'gunicorn mysite.wsgi:application --bind 0.0.0.0:8000'],
    ['worker', 'celery -A mysite worker --loglevel=info'],
    ['beat', 'celery -A mysite beat --loglevel=info'],
  ])
  expect(app?.processes[0]?.healthPath?.value).toBe('/healthz/')
  expect(app?.buildCommand?.value).toBe('python manage.py collectstatic --noinput')
  expect(app?.releaseCommand?.value).toBe('python manage.py migrate --noinput')
  expect(app?.dependencies.get('psycopg2')).toMatchObject({ line: 4 })
})

test.each([
  [
    'app/main.py',
    'from fastapi import FastAPI\nfrom app.routers import items\napp = FastAPI()\n@app.get("/health")\ndef h(): pass',
    'uvicorn app.main:app --host 0.0.0.0 --port 8000',
    8000,
  ],
  [
    'main.py',
    'import os, uvicorn\nfrom fastapi import FastAPI\napi = FastAPI(title="x")\nif __name__ == "__main__":\n    uvicorn.run(\n        "main:api",\n        host="127.0.0.1",\n        port=9000,\n    )\n',
    'uvicorn main:api --host 0.0.0.0 --port 9000',
    9000,
  ],
  [
    'src/api/main.py',
    'from fastapi import FastAPI\nfrom api.db import x\napp = FastAPI()',
    'uvicorn --app-dir src api.main:app --host 0.0.0.0 --port 8000',
    8000,
  ],
  [
    'backend/server.py',
    'from fastapi import FastAPI\ndef create_app() -> FastAPI:\n    app = FastAPI()\n    return app\n',
    'uvicorn backend.server:create_app --factory --host 0.0.0.0 --port 8000',
    8000,
  ],
])('detects FastAPI in %s', async (file, text, command, port) => {
  const app = await detect({ [file]: text, 'requirements.txt': 'fastapi==0.115\nuvicorn==0.30\n' })
  expect(app?.processes[0]?.startCommand?.value).toBe(command)
  expect(app?.processes[0]?.port?.value).toBe(port)
})

test('detects a Flask factory in a package', async () => {
  const app = await detect({
    'flaskr/__init__.py':
      'from flask import Flask\ndef create_app(test_config=None):\n    app = Flask(__name__)\n    return app\n',
    'pyproject.toml':
      '[project]\nname = "flaskr"\ndependencies = [\n  "flask",\n]\n[build-system]\nrequires = ["flit_core<4"]\nbuild-backend = "flit_core.buildapi"\n',
  })
  expect(app?.processes[0]?.startCommand?.value).toBe('gunicorn "flaskr:create_app()" --bind 0.0.0.0:5000')
  expect(app?.installCommand?.value).toBe('pip install .')
  expect(app?.dependencies.get('flask')?.line).toBe(4)
})

test('a script is a worker; a library below the root is ignored', async () => {
  expect(
    (
      await detect({
        'main.py': 'def main():\n  print(1)\nif __name__ == "__main__":\n  main()',
        'pyproject.toml': '[project]\nname = "x"\nrequires-python = ">=3.13"\n',
      })
    )?.processes[0],
  ).toMatchObject({ kind: 'worker', startCommand: { value: 'python main.py' } })
  expect(
    await detect(
      { 'packages/x/src/x/__init__.py': '', 'packages/x/pyproject.toml': '[project]\nname = "x"\n' },
      'packages/x',
    ),
  ).toBeNull()
})

test.each([
  ['DATABASES = {}\n', null],
  ['DATABASES: dict = { }\n', null],
  ['SECRET_KEY = "x"\n', 'python manage.py migrate --noinput'],
  ['DATABASES = {}\nDATABASES["default"] = env.db()\n', 'python manage.py migrate --noinput'],
  ['DATABASES = {"default": {}}\n', 'python manage.py migrate --noinput'],
])('%j is released with %s', async (settings, release) => {
  const app = await detect(django(settings))
  expect(app?.releaseCommand?.value ?? null).toBe(release)
})

const queue = { 'requirements.txt': 'redis==6.4.0\nrq==2.6.0\n' }
const job = 'from rq import Queue\nqueue = Queue("mail", connection=redis)\n'

test.each([
  ['an own script', { 'worker.py': 'from rq import Queue, Worker\nif __name__ == "__main__":\n    Worker([Queue("mail")]).work()\n' }, 'python worker.py'],
  ['an own script with a class', { 'run_jobs.py': 'from rq import SimpleWorker\nworker = SimpleWorker(queues)\nworker.work(burst=False)\n' }, 'python run_jobs.py'],
  ['no script', { 'jobs.py': job }, 'rq worker mail'],
  ['a function that others call', { 'jobs.py': `${job}from rq import Worker\n\ndef start():\n    Worker([queue]).work()\n` }, 'rq worker mail'],
])('%s takes the jobs of rq', async (_what, files, command) => {
  const app = await detect({ ...queue, ...files })
  expect(app?.framework?.value).toBe('rq')
  expect(app?.processes.map((one) => `${one.kind} ${one.startCommand?.value}`)).toEqual([`worker ${command}`])
}) // biome-ignore format: a table
