/** A release contains the virtual machine, so it must run on the system that it was built on. */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import { nodeImage } from '../node-assets.ts'
import { minorOf } from '../version-files.ts'
import type { Mix } from './mix.ts'

const defaultElixir = '1.18'

interface Parts {
  readonly folder: Folder
  readonly mix: Mix
  readonly version: string | null
  readonly release: string
  readonly start: string
  readonly port: number | null
  readonly isPhoenix: boolean
  readonly hasAssets: boolean
}

export function elixirImage(parts: Parts): ImagePlan {
  const { folder, mix } = parts
  const base = `elixir:${minorOf(parts.version ?? defaultElixir)}-slim`
  const isUmbrella = mix.appsPath !== null
  const configs = ['config/config.exs', 'config/prod.exs'].filter((name) => folder.has(name))
  const packages = folder.has('assets/package.json')
  const first: ImageStep[] = isUmbrella
    ? [copy(['.'], './'), run('mix deps.get --only prod && mix deps.compile', '/root/.hex/packages')]
    : [
        copy(['mix.exs', ...(folder.has('mix.lock') ? ['mix.lock'] : [])], './'),
        run('mix deps.get --only prod', '/root/.hex/packages'),
        ...(configs.length === 0 ? [] : [copy(configs, 'config/')]),
        run('mix deps.compile'),
        copy(['.'], './'),
      ]
  const build: ImageStep[] = [
    workdir('/app'),
    environment({ MIX_ENV: 'prod', LANG: 'C.UTF-8' }),
    ...install(['build-essential', 'git', 'ca-certificates']),
    run('mix local.hex --force && mix local.rebar --force'),
    ...(packages ? [copyFrom(nodeImage, '/usr/local', '/usr/local')] : []),
    ...first,
    ...(packages ? [run('npm install --prefix assets', '/root/.npm')] : []),
    run(parts.hasAssets ? 'mix compile && mix assets.deploy' : 'mix compile'),
    run(`mix release${parts.release === mix.app ? '' : ` ${parts.release}`}`),
  ]
  const place = `/app/_build/prod/rel/${parts.release}`
  return {
    context: folder.path,
    ignore: ['_build', 'deps', 'assets/node_modules', 'priv/static/assets', 'cover', 'doc'],
    stages: [
      {
        name: 'build',
        from: base,
        note: 'Dependencies first: they are compiled again only when mix.lock changes.',
        steps: build,
      },
      runStage({
        from: base,
        note: 'The same base: a release is bound to the system libraries it was built with.',
        environment: {
          LANG: 'C.UTF-8',
          MIX_ENV: 'prod',
          ...(parts.isPhoenix ? { PHX_SERVER: 'true' } : {}),
          ...(parts.port === null ? {} : { PORT: String(parts.port) }),
        },
        owner: appUser,
        home: '/app',
        files: [copyFrom('build', place, place, appUser)],
        port: parts.port,
        start: parts.start,
      }),
    ],
  }
}
