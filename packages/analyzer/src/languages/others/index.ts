/**
 * Languages without a builder: the report names the language, how its own tool builds it, and that a Dockerfile is
 * required.
 */
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { type CodeFile, findLine, readCode, readFile, sourceOf } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { portOf, portOfVariable } from '../code/port.ts'
import { ownFiles } from '../folder-paths.ts'
import type { Language } from '../language.ts'
import { makeApp, makeProcess, warn } from '../make-app.ts'

interface Known {
  readonly name: string
  readonly manifests: readonly RegExp[]
  readonly code: RegExp
  readonly packageManager: string
  /** Pattern in the manifest that makes it a server, the name of the framework, its default port. */
  readonly servers: readonly [RegExp, string, number][]
  readonly install: string | null
  readonly build: string | null
  readonly start: string | null
  /** Its manifest also exists in projects of other languages: checked only if nothing else is found. */
  readonly isLast?: boolean
}

const known: readonly Known[] = [
  {
    name: 'scala',
    manifests: [/^build\.sbt$/],
    code: /\.scala$/,
    packageManager: 'sbt',
    servers: [
      [/playframework|play-?java|PlayScala|PlayJava/i, 'play', 9000],
      [/http4s/, 'http4s', 8080],
      [/akka-http/, 'akka-http', 8080],
      [/pekko-http/, 'pekko-http', 8080],
      [/zio-http/, 'zio-http', 8080],
      [/tapir/, 'tapir', 8080],
    ],
    install: 'sbt update',
    build: 'sbt stage',
    start: null,
  },
  {
    name: 'clojure',
    manifests: [/^project\.clj$/, /^deps\.edn$/],
    code: /\.clj$/,
    packageManager: 'leiningen',
    servers: [[/ring|http-kit|compojure|reitit|pedestal|luminus|kit-clj/, 'ring', 3000]],
    install: null,
    build: null,
    start: null,
  },
  {
    name: 'haskell',
    manifests: [/\.cabal$/, /^stack\.yaml$/, /^package\.yaml$/],
    code: /\.hs$/,
    packageManager: 'stack',
    servers: [
      [/\byesod\b/, 'yesod', 3000],
      [/\bservant\b/, 'servant', 8080],
      [/\bscotty\b/, 'scotty', 3000],
      [/\bwarp\b/, 'warp', 3000],
    ],
    install: null,
    build: 'stack build',
    start: null,
  },
  {
    name: 'crystal',
    manifests: [/^shard\.yml$/],
    code: /\.cr$/,
    packageManager: 'shards',
    servers: [
      [/\bkemal\b/, 'kemal', 3000],
      [/\blucky\b/, 'lucky', 5000],
      [/\bamber\b/, 'amber', 3000],
    ],
    install: 'shards install --production',
    build: 'shards build --production --release',
    start: null,
  },
  {
    name: 'swift',
    manifests: [/^Package\.swift$/],
    code: /\.swift$/,
    packageManager: 'swiftpm',
    servers: [
      [/vapor\/vapor/, 'vapor', 8080],
      [/hummingbird/, 'hummingbird', 8080],
    ],
    install: 'swift package resolve',
    build: 'swift build -c release',
    start: null,
  },
  {
    name: 'dart',
    manifests: [/^pubspec\.yaml$/],
    code: /\.dart$/,
    packageManager: 'pub',
    servers: [
      [/^[ \t]*dart_frog:/, 'dart_frog', 8080],
      [/^[ \t]*serverpod:/, 'serverpod', 8080],
      [/^[ \t]*shelf(?:_\w+)?:/, 'shelf', 8080],
    ],
    install: 'dart pub get',
    build: null,
    start: null,
  },
  {
    name: 'gleam',
    manifests: [/^gleam\.toml$/],
    code: /\.gleam$/,
    packageManager: 'gleam',
    servers: [
      [/^wisp\b/, 'wisp', 8000],
      [/^mist\b/, 'mist', 8000],
      [/^lustre\b/, 'lustre', 8000],
    ],
    install: 'gleam deps download',
    build: 'gleam export erlang-shipment',
    start: 'build/erlang-shipment/entrypoint.sh run',
  },
  {
    name: 'erlang',
    manifests: [/^rebar\.config$/],
    code: /\.erl$/,
    packageManager: 'rebar3',
    servers: [
      [/\bcowboy\b/, 'cowboy', 8080],
      [/\belli\b/, 'elli', 8080],
    ],
    install: 'rebar3 get-deps',
    build: 'rebar3 as prod release',
    start: null,
  },
  {
    name: 'ocaml',
    manifests: [/^dune-project$/],
    code: /\.ml$/,
    packageManager: 'opam',
    servers: [[/\bdream\b/, 'dream', 8080]],
    install: 'opam install . --deps-only',
    build: 'dune build --release',
    start: null,
  },
  {
    name: 'nim',
    manifests: [/\.nimble$/],
    code: /\.nim$/,
    packageManager: 'nimble',
    servers: [
      [/\bjester\b/, 'jester', 5000],
      [/\bprologue\b/, 'prologue', 8080],
    ],
    install: 'nimble install -d',
    build: 'nimble build -d:release',
    start: null,
  },
  {
    name: 'zig',
    manifests: [/^build\.zig$/],
    code: /\.zig$/,
    packageManager: 'zig',
    servers: [
      [/\bzap\b/, 'zap', 3000],
      [/\bhttpz\b/, 'httpz', 5882],
    ],
    install: null,
    build: 'zig build -Doptimize=ReleaseSafe',
    start: null,
  },
  {
    name: 'perl',
    manifests: [/^cpanfile$/],
    code: /\.p[lm]$/,
    packageManager: 'cpanm',
    servers: [
      [/Mojolicious/, 'mojolicious', 3000],
      [/Dancer2?/, 'dancer', 5000],
      [/Catalyst/, 'catalyst', 3000],
    ],
    install: 'cpanm --installdeps .',
    build: null,
    start: null,
  },
  {
    name: 'c++',
    manifests: [/^CMakeLists\.txt$/, /^meson\.build$/],
    code: /\.(?:c|cc|cpp|cxx)$/,
    packageManager: 'cmake',
    servers: [
      [/\bdrogon\b/i, 'drogon', 8080],
      [/\bCrow\b/, 'crow', 18080],
      [/\boatpp\b/, 'oatpp', 8000],
    ],
    install: null,
    build: 'cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build',
    start: null,
    isLast: true,
  },
]

export const others: readonly Language[] = known.map((one) => ({
  name: one.name,
  manifests: one.manifests,
  detect: async (folder) => (one.isLast === true ? null : await detect(folder, one)),
  guess: async (folder) => (one.isLast === true ? await detect(folder, one) : null),
}))

async function detect(folder: Folder, one: Known) {
  const file = ownFiles(folder).find((name) => one.manifests.some((pattern) => pattern.test(name)))
  const manifest = file === undefined ? null : await readFile(folder, file)
  if (file === undefined || manifest === null) return null
  const server = one.servers
    .map(([pattern, name, port]) => ({ hit: findLine([manifest], pattern), name, port }))
    .find(({ hit }) => hit !== null)
  // Below the root, only a server counts: libraries and phone apps have these manifests just as often.
  if (server === undefined && folder.path !== '.') return null
  const code = await readCode(folder, (name) => one.code.test(name), 60)
  if (code.length === 0) return null
  const where = source(folder.full(file), null, `project of ${one.name}`)
  const command = startOf(one, manifest)
  const start = command === null ? null : claim(command, 0.5, where)
  const isFlutter = findLine([manifest], /^[ \t]*(?:flutter:|sdk: flutter)/) !== null
  if (isFlutter && server === undefined) return null
  const port =
    server === undefined
      ? null
      : (portOfVariable(code) ?? portOf(code, /\bport\b[^\d\n]{0,20}(\d{4,5})/i, 0.8) ?? claim(server.port, 0.5, where))
  const process =
    server === undefined
      ? makeProcess('app', 'worker', start)
      : makeProcess('web', 'web', start, { port, healthPath: findHealthPath(code) })
  return makeApp(folder, {
    language: claim(one.name, 0.9, where),
    framework: server?.hit === undefined || server.hit === null ? null : claim(server.name, 0.8, sourceOf(server.hit)),
    packageManager: claim(managers[file] ?? one.packageManager, 0.8, where),
    installCommand: one.install === null ? null : claim(one.install, 0.6, where),
    buildCommand: buildOf(one, file, where),
    processes: [process],
    warnings: [
      warn('builder_unknown', `Longshore can't build ${one.name}.`, 'Add a Dockerfile to the repository.', where),
    ],
  })
}

/** Languages with several tools. */
const managers: Readonly<Record<string, string>> = { 'deps.edn': 'clojure', 'meson.build': 'meson' }
const builds: Readonly<Record<string, string>> = {
  'project.clj': 'lein uberjar',
  'meson.build': 'meson setup build --buildtype=release && meson compile -C build',
}

function buildOf(one: Known, file: string, where: ReturnType<typeof source>) {
  const command = builds[file] ?? one.build
  return command === null ? null : claim(command, 0.6, where)
}

/** Only if the manifest names the program. */
function startOf(one: Known, manifest: CodeFile): string | null {
  const name = (pattern: RegExp) => findLine([manifest], pattern)?.match[1] ?? null
  if (one.name === 'crystal') return prefixed('./bin/', name(/^name:[ \t]*([\w-]{1,60})/))
  if (one.name === 'dart') return manifest.folder.has('bin/server.dart') ? 'dart run bin/server.dart' : null
  if (one.name === 'swift') {
    const product = name(/\.executableTarget\([^\n]{0,10}name:[ \t]*"([\w-]{1,60})"/)
    return product === null ? null : `.build/release/${product} serve --env production --hostname 0.0.0.0 --port 8080`
  }
  if (one.name === 'scala') {
    const project = name(/\bname[ \t]*:=[ \t]*"([\w-]{1,60})"/)
    return project === null ? null : `target/universal/stage/bin/${project.toLowerCase()}`
  }
  if (one.name === 'c++')
    return prefixed('build/', name(/^[ \t]*(?:add_executable\([ \t]*|executable\([ \t]*')([\w-]{1,60})/))
  return one.start
}

function prefixed(prefix: string, name: string | null): string | null {
  return name === null ? null : prefix + name
}
