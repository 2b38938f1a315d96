/** Cargo's registry and target folder are cached between builds; the image contains only the programs. */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { copyShell, shellStage } from '../../images/shell-stage.ts'
import { serveFiles } from '../../images/static-image.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import { relativeTo } from '../folder-paths.ts'
import type { Dependencies } from '../make-app.ts'

interface Parts {
  readonly folder: Folder
  readonly context: Folder
  readonly tag: string
  readonly binaries: readonly string[]
  readonly package: string
  readonly dependencies: Dependencies
  readonly folders: readonly string[]
  readonly isOffline: boolean
  readonly environment: Readonly<Record<string, string>>
  readonly start: string
  readonly port: number | null
}

const libraries: Readonly<Record<string, string[]>> = {
  diesel: ['libpq5'],
  'pq-sys': ['libpq5'],
  'libsqlite3-sys': ['libsqlite3-0'],
  'mysqlclient-sys': ['libmariadb3'],
}

export function rustImage(parts: Parts): ImagePlan {
  const { folder, context } = parts
  const inside = relativeTo(context.path, folder.path)
  const source = inside === '.' ? '/src' : `/src/${inside}`
  const locked = context.has('Cargo.lock') ? ' --locked' : ''
  const needed = Object.keys(libraries)
    .filter((name) => parts.dependencies.has(name))
    .flatMap((name) => libraries[name] ?? [])
  const selected =
    inside === '.' ? parts.binaries.map((name) => ` --bin ${name}`).join('') : ` --package ${parts.package}`
  const build: ImageStep[] = [
    workdir('/src'),
    ...(parts.isOffline ? [environment({ SQLX_OFFLINE: 'true' })] : []),
    copy(['.'], './'),
    run(
      `cargo build --release${locked}${selected} && mkdir -p /out && cp ${parts.binaries.map((name) => `target/release/${name}`).join(' ')} /out/`,
      '/usr/local/cargo/registry',
      '/src/target',
    ),
  ]
  const isBare = needed.length === 0
  const owner = isBare ? 'nonroot:nonroot' : appUser
  return {
    context: context.path,
    ignore: ['target'],
    stages: [
      {
        name: 'build',
        from: `rust:${parts.tag}`,
        note: 'Compiled crates are kept in a cache between builds, so only what changed is compiled.',
        steps: build,
      },
      ...(isBare ? [shellStage] : []),
      runStage({
        from: isBare ? 'gcr.io/distroless/cc-debian12:nonroot' : 'debian:bookworm-slim',
        note: isBare
          ? 'The C library, TLS, certificates and a shell.'
          : 'With the libraries that the program is linked to.',
        asRoot: isBare ? [] : install(['ca-certificates', ...needed]),
        environment: { ...(parts.port === null ? {} : { PORT: String(parts.port) }), ...parts.environment },
        owner,
        home: '/app',
        files: [
          ...(isBare ? [copyShell] : []),
          copyFrom('build', '/out', '/app/target/release'),
          ...parts.folders.map((name) => copyFrom('build', `${source}/${name}`, `/app/${name}`, owner)),
        ],
        port: parts.port,
        start: parts.start,
      }),
    ],
  }
}

/** A browser program built by trunk: files only. */
export function trunkImage(folder: Folder, tag: string): ImagePlan {
  return {
    context: folder.path,
    ignore: ['target', 'dist'],
    stages: [
      {
        name: 'build',
        from: `rust:${tag}`,
        note: null,
        steps: [
          workdir('/src'),
          run('rustup target add wasm32-unknown-unknown && cargo install --locked trunk', '/usr/local/cargo/registry'),
          copy(['.'], './'),
          run('trunk build --release', '/usr/local/cargo/registry', '/src/target'),
        ],
      },
      ...serveFiles(copyFrom('build', '/src/dist', '/srv'), true),
    ],
  }
}
