/** A static program with certificates and time zones; with cgo, on Debian's C library. */
import type { Claim } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { copyShell, shellStage } from '../../images/shell-stage.ts'
import { appUser, copy, copyFrom, environment, install, run, workdir } from '../../images/steps.ts'
import { type CodeFile, findLine } from '../code/code-file.ts'
import { openedFolders } from '../code/opened-folders.ts'
import { relativeTo } from '../folder-paths.ts'
import { isOlder, minorOf } from '../version-files.ts'
import type { Program } from './programs.ts'

const defaultGo = '1.25'

interface Parts {
  readonly folder: Folder
  readonly context: Folder
  readonly code: readonly CodeFile[]
  readonly programs: readonly Program[]
  readonly version: Claim<string> | null
  readonly needsC: boolean
  readonly start: string
  readonly port: number | null
}

const moduleCache = '/go/pkg/mod'
const buildCache = '/root/.cache/go-build'

export function goImage(parts: Parts): ImagePlan {
  const { folder, context, needsC } = parts
  const inside = relativeTo(context.path, folder.path)
  const source = inside === '.' ? '/src' : `/src/${inside}`
  const manifests = ['go.mod', 'go.sum'].filter((name) => folder.has(name))
  // In a workspace, downloads need the go.mod of every module: then the code comes first.
  const download =
    context === folder && !folder.has('vendor/modules.txt')
      ? [copy(manifests, './'), run('go mod download', moduleCache)]
      : []
  const build: ImageStep[] = [
    workdir('/src'),
    environment({ CGO_ENABLED: needsC ? '1' : '0' }),
    ...download,
    copy(['.'], './'),
    workdir(source),
    ...parts.programs.map((program) =>
      run(
        `go build -trimpath -ldflags="-s -w" -o /out/bin/${program.name} ${program.package}`,
        moduleCache,
        buildCache,
      ),
    ),
  ]
  const owner = needsC ? appUser : 'nonroot:nonroot'
  return {
    context: context.path,
    ignore: ['bin', 'tmp'],
    stages: [
      {
        name: 'build',
        from: `golang:${tagOf(parts.version?.value)}`,
        note: 'Modules first: they are downloaded again only when go.sum changes.',
        steps: build,
      },
      ...(needsC ? [] : [shellStage]),
      runStage({
        from: needsC ? 'debian:bookworm-slim' : 'gcr.io/distroless/static-debian12:nonroot',
        note: needsC
          ? 'The program is linked with the C library of Debian.'
          : 'No packages: the program, a shell, certificates and time zones.',
        asRoot: needsC ? install(['ca-certificates', 'tzdata']) : [],
        environment: {
          // A Procfile calls a program by its bare name.
          PATH: '/app/bin:$PATH',
          ...(parts.port === null ? {} : { PORT: String(parts.port) }),
          ...(findLine(parts.code, /gin-gonic\/gin"/) === null ? {} : { GIN_MODE: 'release' }),
        },
        owner,
        home: '/app',
        files: [
          ...(needsC ? [] : [copyShell]),
          copyFrom('build', '/out/bin', '/app/bin'),
          ...openedFolders(folder, parts.code, '.go').map((name) =>
            copyFrom('build', `${source}/${name}`, `/app/${name}`, owner),
          ),
        ],
        port: parts.port,
        start: parts.start,
      }),
    ],
  }
}

/** go.mod names the oldest usable version, and newer ones build old code: use one that still gets fixes. */
function tagOf(version: string | undefined): string {
  return `${version === undefined || isOlder(version, defaultGo) ? defaultGo : minorOf(version)}-bookworm`
}
