/** Trees in the form of well-known projects and generator output, each written from memory after the detectors. */
import { expect, test } from 'vitest'
import { analyze } from '../analyze.ts'
import { treeOf } from '../tree.ts'

interface Wanted {
  readonly framework: string | null
  readonly version?: string | null
  readonly packageManager?: string
  readonly start: readonly (string | null)[]
  readonly port?: number | null
  readonly health?: string | null
  readonly release?: string | null
  readonly build?: string
  readonly root?: string
}

const mastodon = {
  Gemfile: `source 'https://rubygems.org'\nruby '>= 3.2.0', '< 3.5.0'\n\ngem 'propshaft'\ngem 'puma', '~> 6.3'\ngem 'rails', '~> 8.0'\ngem 'pg', '~> 1.5'\ngem 'sidekiq', '< 8'\ngem 'sidekiq-scheduler', '~> 5.0'\ngem 'vite_rails', '~> 3.0.19'\ngem 'idn-ruby', require: 'idn'\n`,
  'Gemfile.lock': 'GEM\n', '.ruby-version': '3.4.4\n', '.nvmrc': '22.17\n',
  'package.json': '{"name":"@mastodon/mastodon","packageManager":"yarn@4.9.2","scripts":{"build:production":"vite build"},"dependencies":{"react":"^18"}}',
  'yarn.lock': '', 'streaming/package.json': '{"name":"@mastodon/streaming","scripts":{"start":"node ./index.js"},"dependencies":{"express":"^5.1.0","ws":"^8","pg":"^8","ioredis":"^5"}}',
  'streaming/index.js': "import express from 'express'\nconst app = express()\napp.listen(process.env.PORT || 4000)\n",
  'config/application.rb': 'module Mastodon\n  class Application < Rails::Application\n  end\nend\n',
  'config/puma.rb': "threads_count = ENV.fetch('MAX_THREADS') { 5 }.to_i\nif ENV['SOCKET']\n  bind \"unix://#{ENV['SOCKET']}\"\nelse\n  bind \"tcp://127.0.0.1:#{ENV.fetch('PORT', 3000)}\"\nend\n",
  'config/routes.rb': "Rails.application.routes.draw do\n  get 'health', to: 'health#show'\n  root 'home#index'\nend\n",
  'config/environments/production.rb': 'Rails.application.configure do\n  config.active_job.queue_adapter = :sidekiq\nend\n',
  'config.ru': 'run Rails.application\n', 'db/schema.rb': '', 'app/javascript/entrypoints/application.ts': '', 'bin/rails': '',
} // biome-ignore format: one file per line

const netbox = {
  'requirements.txt': 'colorama==0.4.6\nDjango==5.2.3\ndjango-rq==3.0.1\ngunicorn==23.0.0\npsycopg[c,pool]==3.2.9\n',
  'pyproject.toml': '[project]\nname = "netbox"\nversion = "4.3.3"\nrequires-python = ">=3.10"\n\n[tool.ruff]\n',
  'mkdocs.yml': 'site_name: NetBox\n', 'docs/index.md': '# NetBox\n',
  'netbox/manage.py': '#!/usr/bin/env python\nimport os\nimport sys\n\nif __name__ == "__main__":\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "netbox.settings")\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n',
  'netbox/netbox/__init__.py': '', 'netbox/netbox/settings.py': "WSGI_APPLICATION = 'netbox.wsgi.application'\nSTATIC_ROOT = BASE_DIR + '/static'\n",
  'netbox/netbox/wsgi.py': "import os\nos.environ['DJANGO_SETTINGS_MODULE'] = 'netbox.settings'\napplication = get_wsgi_application()\n",
  'netbox/dcim/models.py': 'from django.db import models\n', 'netbox/project-static/package.json': '{"name":"netbox","scripts":{"bundle":"node bundle.js"},"dependencies":{}}',
} // biome-ignore format: one file per line

const paperless = {
  'pyproject.toml': '[project]\nname = "paperless-ngx"\nversion = "2.17.1"\nrequires-python = ">=3.10"\ndependencies = [\n  "celery[redis]~=5.5.1",\n  "channels~=4.2",\n  "django~=5.1.7",\n  "granian[uvloop]~=2.3.2",\n  "whitenoise~=6.9",\n]\n\n[tool.uv]\n',
  'uv.lock': '', 'src/manage.py': '#!/usr/bin/env python3\nimport os\nimport sys\n\nif __name__ == "__main__":\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "paperless.settings")\n    from django.core.management import execute_from_command_line\n    execute_from_command_line(sys.argv)\n',
  'src/paperless/__init__.py': '', 'src/paperless/settings.py': 'WSGI_APPLICATION = "paperless.wsgi.application"\nASGI_APPLICATION = "paperless.asgi.application"\nSTATIC_ROOT = "x"\nCELERY_BEAT_SCHEDULE = _parse_beat_schedule()\n',
  'src/paperless/asgi.py': 'application = ProtocolTypeRouter({})\n', 'src/paperless/celery.py': 'from celery import Celery\n\napp = Celery("paperless")\n',
  'src/documents/models.py': '', 'src-ui/package.json': '{"name":"paperless-ngx-ui","scripts":{"build":"ng build","start":"ng serve"},"dependencies":{"@angular/core":"~20"}}', 'src-ui/angular.json': '{}',
} // biome-ignore format: one file per line

const gitea = {
  'go.mod': 'module code.gitea.io/gitea\n\ngo 1.24.6\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.2.2\n\tgithub.com/mattn/go-sqlite3 v1.14.28\n\tgithub.com/urfave/cli/v3 v3.3.3\n)\n', 'go.sum': '',
  'main.go': 'package main\n\nimport "code.gitea.io/gitea/cmd"\n\nfunc main() {\n\tapp := cmd.NewMainApp(cmd.AppVersion{})\n\t_ = cmd.RunMainApp(app)\n}\n',
  'cmd/web.go': 'package cmd\n\nvar CmdWeb = &cli.Command{\n\tName:  "web",\n\tUsage: "Start Gitea web server",\n}\n\nfunc runHTTP() error {\n\treturn graceful.HTTPListenAndServe("tcp", listenAddr, name, m)\n}\n',
  'modules/setting/server.go': 'package setting\n\nfunc loadServerFrom() {\n\tHTTPPort = sec.Key("HTTP_PORT").MustString("3000")\n}\n',
  'routers/web/healthcheck/check.go': 'package healthcheck\n', 'routers/init.go': 'package routers\n\nfunc Routes() {\n\tm.Get("/api/healthz", healthcheck.Check)\n}\n',
  'package.json': '{"type":"module","dependencies":{"vue":"3"},"devDependencies":{"webpack":"5"}}', 'build/code-batch-process.go': '//go:build ignore\n\npackage main\n\nfunc main() {}\n',
} // biome-ignore format: one file per line

const miniflux = {
  'go.mod': 'module miniflux.app/v2\n\ngo 1.24.0\n\nrequire (\n\tgithub.com/gorilla/mux v1.8.1\n\tgithub.com/lib/pq v1.10.9\n)\n', 'go.sum': '',
  'main.go': 'package main\n\nimport "miniflux.app/v2/internal/cli"\n\nfunc main() {\n\tcli.Parse()\n}\n',
  'internal/config/options.go': 'package config\n\nconst (\n\tdefaultListenAddr = "127.0.0.1:8080"\n\tdefaultDatabaseURL = "user=postgres"\n)\n',
  'internal/http/server/httpd.go': 'package httpd\n\nfunc start(server *http.Server) {\n\tserver.ListenAndServe()\n\tr.HandleFunc("/healthcheck", readinessProbe).Name("healthcheck")\n}\n',
} // biome-ignore format: one file per line

const vaultwarden = {
  'Cargo.toml': '[workspace.package]\nedition = "2021"\nrust-version = "1.86.0"\n\n[workspace]\nmembers = ["macros"]\n\n[package]\nname = "vaultwarden"\nversion = "1.0.0"\nedition.workspace = true\nrust-version.workspace = true\n\n[dependencies]\nmacros = { path = "./macros" }\nrocket = { version = "0.5.1", features = ["tls", "json"], default-features = false }\ndiesel = { version = "2.2.11", features = ["chrono", "r2d2"] }\n',
  'Cargo.lock': '', 'rust-toolchain.toml': '[toolchain]\nchannel = "1.88.0"\ncomponents = [ "rustfmt", "clippy" ]\n', 'macros/Cargo.toml': '[package]\nname = "macros"\nversion = "0.1.0"\n\n[lib]\nproc-macro = true\n', 'macros/src/lib.rs': '',
  'src/main.rs': '#[rocket::main]\nasync fn main() -> Result<(), Error> {\n    launch_rocket(pool, extra_debug).await\n}\n', 'src/api/web.rs': '#[get("/alive")]\nfn alive(_conn: DbConn) -> Json<String> {\n    now()\n}\n',
} // biome-ignore format: one file per line

const firefly = {
  artisan: '#!/usr/bin/env php\n', 'composer.json': '{"name":"grumpydictator/firefly-iii","type":"project","require":{"php":">=8.4","ext-bcmath":"*","ext-intl":"*","laravel/framework":"^12","laravel/passport":"^12"}}', 'composer.lock': '{"packages":[]}',
  '.env.example': 'APP_ENV=production\nAPP_KEY=SomeRandomStringOf32CharsExactly\nDB_CONNECTION=mysql\nQUEUE_CONNECTION=sync\n', 'public/index.php': '<?php\n', 'routes/web.php': "<?php\nRoute::get('/health', ['uses' => 'HealthcheckController@check']);\n",
  'bootstrap/app.php': '<?php\n', 'package.json': '{"private":true,"workspaces":["resources/assets/v1","resources/assets/v2"]}', 'resources/assets/v2/package.json': '{"name":"v2","scripts":{"build":"vite build"},"dependencies":{"bootstrap":"5"}}',
} // biome-ignore format: one file per line

const plausible = {
  'mix.exs': 'defmodule Plausible.MixProject do\n  use Mix.Project\n\n  def project do\n    [\n      app: :plausible,\n      version: "1.0.0",\n      elixir: "~> 1.18",\n      aliases: aliases(),\n      deps: deps(),\n      releases: [\n        plausible: [\n          include_executables_for: [:unix]\n        ]\n      ]\n    ]\n  end\n\n  def application do\n    [\n      mod: {Plausible.Application, []}\n    ]\n  end\n\n  defp deps do\n    [\n      {:ecto_sql, "~> 3.10"},\n      {:ecto_ch, "~> 0.7.1"},\n      {:oban, "~> 2.17"},\n      {:phoenix, "~> 1.7.0"},\n      {:postgrex, "~> 0.19"},\n      {:plug_cowboy, "~> 2.3"}\n    ]\n  end\n\n  defp aliases do\n    [\n      "assets.deploy": ["tailwind default --minify", "phx.digest"]\n    ]\n  end\nend\n',
  'mix.lock': '%{}', '.tool-versions': 'erlang 27.3.4.6\nelixir 1.19.4-otp-27\nnodejs 23.2.0\n', 'config/runtime.exs': 'import Config\n\nhttp_port =\n  get_int_from_path_or_env(\n    config_dir,\n    "HTTP_PORT",\n    80\n  )\n', 'config/config.exs': 'config :plausible, ecto_repos: [Plausible.Repo, Plausible.IngestRepo]\n',
  'lib/plausible_release.ex': 'defmodule Plausible.Release do\n  def migrate do\n  end\nend\n', 'lib/plausible/application.ex': '', 'lib/plausible_web/router.ex': 'defmodule PlausibleWeb.Router do\n  scope "/api", PlausibleWeb do\n    get "/health", Api.ExternalController, :health\n  end\nend\n', 'assets/package.json': '{"name":"plausible","scripts":{"build":"x"},"dependencies":{"react":"18"}}',
} // biome-ignore format: one file per line

const jellyfin = {
  'Jellyfin.sln': '', 'global.json': '{"sdk":{"version":"9.0.0","rollForward":"latestMinor"}}',
  'Jellyfin.Server/Jellyfin.Server.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <AssemblyName>jellyfin</AssemblyName>\n    <OutputType>Exe</OutputType>\n    <TargetFramework>net9.0</TargetFramework>\n    <ServerGarbageCollection>false</ServerGarbageCollection>\n  </PropertyGroup>\n  <ItemGroup>\n    <FrameworkReference Include="Microsoft.AspNetCore.App" />\n  </ItemGroup>\n  <ItemGroup>\n    <ProjectReference Include="..\\Emby.Server.Implementations\\Emby.Server.Implementations.csproj" />\n  </ItemGroup>\n</Project>\n',
  'Jellyfin.Server/Program.cs': 'public static class Program { public static Task Main(string[] args) => StartServer(args); }\n', 'Jellyfin.Server/Startup.cs': 'endpoints.MapHealthChecks("/health");\n',
  'Emby.Server.Implementations/Emby.Server.Implementations.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <TargetFramework>net9.0</TargetFramework>\n  </PropertyGroup>\n</Project>\n', 'tests/Jellyfin.Api.Tests/Jellyfin.Api.Tests.csproj': '<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><PackageReference Include="xunit"/></ItemGroup></Project>',
} // biome-ignore format: one file per line

const fullStackFastapi = {
  'backend/pyproject.toml': '[project]\nname = "app"\nversion = "0.1.0"\nrequires-python = ">=3.10,<4.0"\ndependencies = [\n    "fastapi[standard]<1.0.0,>=0.114.2",\n    "sqlmodel<1.0.0,>=0.0.21",\n    "alembic<2.0.0,>=1.12.1",\n    "psycopg[binary]<4.0.0,>=3.1.13",\n]\n\n[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n',
  'backend/uv.lock': '', 'backend/alembic.ini': '', 'backend/app/__init__.py': '', 'backend/app/main.py': 'import sentry_sdk\nfrom fastapi import FastAPI\n\nfrom app.api.main import api_router\nfrom app.core.config import settings\n\napp = FastAPI(\n    title=settings.PROJECT_NAME,\n)\napp.include_router(api_router, prefix=settings.API_V1_STR)\n',
  'backend/app/api/routes/utils.py': 'router = APIRouter(prefix="/utils", tags=["utils"])\n\n\n@router.get("/health-check/")\nasync def health_check() -> bool:\n    return True\n', 'backend/app/initial_data.py': 'if __name__ == "__main__":\n    main()\n',
  'frontend/package.json': '{"name":"frontend","scripts":{"build":"tsc -p tsconfig.build.json && vite build"},"dependencies":{"react":"^19"},"devDependencies":{"vite":"^7"}}', 'frontend/index.html': '<div id="root"></div>', 'frontend/vite.config.ts': '',
} // biome-ignore format: one file per line

const quarkus = {
  'pom.xml': '<project>\n  <groupId>org.acme</groupId>\n  <artifactId>code-with-quarkus</artifactId>\n  <version>1.0.0-SNAPSHOT</version>\n  <properties>\n    <maven.compiler.release>21</maven.compiler.release>\n  </properties>\n  <dependencies>\n    <dependency>\n      <groupId>io.quarkus</groupId>\n      <artifactId>quarkus-rest</artifactId>\n    </dependency>\n  </dependencies>\n  <build><plugins><plugin><groupId>${quarkus.platform.group-id}</groupId><artifactId>quarkus-maven-plugin</artifactId></plugin></plugins></build>\n</project>\n',
  mvnw: '', 'src/main/java/org/acme/GreetingResource.java': '@Path("/hello")\npublic class GreetingResource {}\n', 'src/main/resources/application.properties': '', 
} // biome-ignore format: one file per line

const springInitializr = {
  'build.gradle': "plugins {\n\tid 'java'\n\tid 'org.springframework.boot' version '3.5.0'\n\tid 'io.spring.dependency-management' version '1.1.7'\n}\n\ngroup = 'com.example'\nversion = '0.0.1-SNAPSHOT'\n\njava {\n\ttoolchain {\n\t\tlanguageVersion = JavaLanguageVersion.of(21)\n\t}\n}\n\ndependencies {\n\timplementation 'org.springframework.boot:spring-boot-starter-web'\n\truntimeOnly 'org.postgresql:postgresql'\n}\n",
  'settings.gradle': "rootProject.name = 'demo'\n", gradlew: '', 'src/main/java/com/example/demo/DemoApplication.java': '@SpringBootApplication\npublic class DemoApplication {\n\tpublic static void main(String[] args) {}\n}\n', 'src/main/resources/application.properties': 'spring.application.name=demo\n',
} // biome-ignore format: one file per line

const discourse = {
  Gemfile: 'source "https://rubygems.org"\n\ngem "actionmailer"\ngem "railties"\ngem "activerecord"\ngem "sprockets-rails"\ngem "pg"\ngem "redis"\ngem "sidekiq"\ngem "pitchfork"\ngem "puma", require: false\n', 'Gemfile.lock': 'RUBY VERSION\n   ruby 3.3.8p144\n', 'config/application.rb': 'module Discourse\n  class Application < Rails::Application\n  end\nend\n',
  'config/puma.rb': 'if ENV["RAILS_ENV"] == "production"\nelse\n  port 3000\nend\n', 'config/routes.rb': 'Discourse::Application.routes.draw do\n  get "srv/status" => "forums#status"\nend\n', 'db/structure.sql': '', 'config/database.yml': 'production:\n  adapter: postgresql\n', 'app/assets/stylesheets/desktop.scss': '', 'package.json': '{"private":true,"name":"discourse","scripts":{"build":"x"}}', 'pnpm-lock.yaml': '',
} // biome-ignore format: one file per line

const uvInit = {
  'main.py': 'def main():\n    print("Hello from demo!")\n\n\nif __name__ == "__main__":\n    main()\n',
  'pyproject.toml': '[project]\nname = "demo"\nversion = "0.1.0"\nrequires-python = ">=3.13"\ndependencies = []\n',
  '.python-version': '3.13\n',
  'README.md': '',
}

const worker = {
  'App.WindowsServices/App.csproj': '',
  'MyWorker.csproj':
    '<Project Sdk="Microsoft.NET.Sdk.Worker">\n  <PropertyGroup>\n    <TargetFramework>net10.0</TargetFramework>\n  </PropertyGroup>\n</Project>\n',
  'Program.cs': '',
  'Worker.cs': '',
}

const saleor = {
  'pyproject.toml': '[project]\nname = "saleor"\nversion = "3.22.0"\nrequires-python = ">=3.12,<3.13"\ndependencies = ["celery[redis, sqs]>=4.4.5", "Django[bcrypt]~=5.2.2", "uvicorn[standard]~=0.34.0", "gunicorn~=23.0", "psycopg[binary]~=3.2"]\n', 'uv.lock': '', 'manage.py': 'os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saleor.settings")\nfrom django.core.management import execute_from_command_line\n',
  'saleor/__init__.py': '', 'saleor/settings.py': 'ASGI_APPLICATION = "saleor.asgi.application"\nSTATIC_ROOT = "x"\nCELERY_BEAT_SCHEDULE = {}\n', 'saleor/asgi/__init__.py': 'application = get_asgi_application()\n', 'saleor/wsgi/__init__.py': 'application = get_wsgi_application()\n', 'saleor/celeryconf.py': 'app = CeleryTaskLockerApp("saleor", task_cls="x")\n', 'package.json': '{"name":"saleor","scripts":{"release":"x"}}',
} // biome-ignore format: one file per line

const cases: readonly (readonly [string, Record<string, string>, Wanted])[] = [
  ['Mastodon', mastodon, { framework: 'rails', version: '3.4.4', start: ['bundle exec rails server -b 0.0.0.0 -p 3000', 'bundle exec sidekiq'], port: 3000, health: '/health', release: 'bundle exec rails db:migrate' }],
  ['NetBox', netbox, { framework: 'django', version: '3.10', packageManager: 'pip', start: ['gunicorn --chdir netbox netbox.wsgi:application --bind 0.0.0.0:8000', 'python netbox/manage.py rqworker default'], port: 8000, release: 'python netbox/manage.py migrate --noinput' }],
  ['Paperless', paperless, { framework: 'django', packageManager: 'uv', start: ['granian --interface asgi --working-dir src paperless.asgi:application --host 0.0.0.0 --port 8000', 'celery --workdir src -A paperless worker --loglevel=info', 'celery --workdir src -A paperless beat --loglevel=info'] }],
  ['Gitea', gitea, { framework: 'chi', version: '1.24.6', start: ['./bin/gitea web'], port: 3000, health: '/api/healthz' }],
  ['Miniflux', miniflux, { framework: 'gorilla', version: '1.24.0', start: ['./bin/miniflux.app'], port: 8080, health: '/healthcheck' }],
  ['Vaultwarden', vaultwarden, { framework: 'rocket', version: '1.88.0', start: ['./target/release/vaultwarden'], port: 8000, health: '/alive' }],
  ['Firefly III', firefly, { framework: 'laravel', version: '8.4', start: ['frankenphp php-server --listen :8080 --root public/'], health: '/health', release: 'php artisan migrate --force' }],
  ['Plausible', plausible, { framework: 'phoenix', version: '1.19.4', start: ['_build/prod/rel/plausible/bin/plausible start'], port: 80, health: '/api/health', release: '_build/prod/rel/plausible/bin/plausible eval "Plausible.Release.migrate"' }],
  ['Jellyfin', jellyfin, { framework: 'aspnetcore', version: '9.0', start: ['dotnet jellyfin.dll'], port: 8080, health: '/health', root: 'Jellyfin.Server' }],
  ['full-stack-fastapi-template', fullStackFastapi, { framework: 'fastapi', version: '3.10', packageManager: 'uv', start: ['uvicorn app.main:app --host 0.0.0.0 --port 8000'], release: 'alembic upgrade head', root: 'backend' }],
  ['quarkus create', quarkus, { framework: 'quarkus', version: '21', start: ['java -jar target/quarkus-app/quarkus-run.jar'], port: 8080 }],
  ['spring initializr', springInitializr, { framework: 'spring-boot', version: '21', start: ['java -jar build/libs/demo-0.0.1-SNAPSHOT.jar'], port: 8080 }],
  ['Discourse', discourse, { framework: 'rails', version: '3.3.8', start: ['bundle exec rails server -b 0.0.0.0 -p 3000', 'bundle exec sidekiq'], port: 3000, health: '/srv/status' }],
  ['uv init', uvInit, { framework: null, version: '3.13', packageManager: 'uv', start: ['python main.py'], port: null }],
  ['dotnet new worker', worker, { framework: 'worker-service', version: '10.0', start: ['dotnet MyWorker.dll'], port: null }],
  ['Saleor', saleor, { framework: 'django', version: '3.12', start: ['uvicorn saleor.asgi:application --host 0.0.0.0 --port 8000', 'celery -A saleor.celeryconf worker --loglevel=info', 'celery -A saleor.celeryconf beat --loglevel=info'] }],
] // biome-ignore format: one case per line

test.each(cases)('%s', async (_name, files, wanted) => {
  const root = wanted.root ?? '.'
  const report = await analyze(treeOf(files))
  const services = report.services.filter((service) => service.rootDirectory === root)
  const [web] = services
  const given = {
    framework: web?.framework,
    start: services.map((service) => service.startCommand),
    ...(wanted.version === undefined ? {} : { version: web?.version }),
    ...(wanted.packageManager === undefined ? {} : { packageManager: web?.packageManager }),
    ...(wanted.port === undefined ? {} : { port: web?.port }),
    ...(wanted.health === undefined ? {} : { health: web?.healthCheck?.path }),
    ...(wanted.release === undefined ? {} : { release: web?.releaseCommand }),
  }
  const { root: _root, ...expected } = wanted
  expect(given).toEqual(expected)
})
