/** The SDK publishes the app; the image contains only the runtime. */
import type { Folder } from '../../folder.ts'
import type { ImagePlan, ImageStep } from '../../images/image-plan.ts'
import { runStage } from '../../images/run-stage.ts'
import { serveFiles } from '../../images/static-image.ts'
import { appUser, copy, copyFrom, run, workdir } from '../../images/steps.ts'
import { relativeTo } from '../folder-paths.ts'
import { nodeImage } from '../node-assets.ts'
import type { ProjectFile } from './project-file.ts'

export const defaultDotnet = '10.0'

interface Parts {
  readonly project: ProjectFile
  readonly context: Folder
  readonly version: string
  readonly sdk: string
  readonly isWeb: boolean
  readonly isStatic: boolean
  readonly port: number | null
  readonly start: string | null
  readonly needsNode: boolean
}

export function dotnetImage(parts: Parts): ImagePlan {
  const { project, context } = parts
  const inside = relativeTo(context.path, project.folder.path)
  const file = inside === '.' ? project.file : `${inside}/${project.file}`
  const build: ImageStep[] = [
    workdir('/src'),
    ...(parts.needsNode ? [copyFrom(nodeImage, '/usr/local', '/usr/local')] : []),
    copy(['.'], './'),
    run(`dotnet publish "${file}" -c Release -o /out`, '/root/.nuget/packages'),
  ]
  const stages = [
    {
      name: 'build',
      from: `mcr.microsoft.com/dotnet/sdk:${parts.sdk}`,
      note: 'Packages are kept in a cache between builds.',
      steps: build,
    },
  ]
  // global.json names one patch version of the SDK, while images contain the newest one.
  const ignore = ['**/bin', '**/obj', 'global.json', '**/appsettings.Development.json']
  if (parts.isStatic) {
    const files = copyFrom('build', '/out/wwwroot', '/srv')
    return { context: context.path, ignore, stages: [...stages, ...serveFiles(files, true)] }
  }
  const runtime = parts.isWeb ? 'aspnet' : 'runtime'
  const last = runStage({
    from: `mcr.microsoft.com/dotnet/${runtime}:${parts.version}`,
    note: 'The runtime alone.',
    environment: {
      ...(parts.port === null ? {} : { ASPNETCORE_URLS: `http://+:${parts.port}`, PORT: String(parts.port) }),
      DOTNET_EnableDiagnostics: '0',
    },
    owner: appUser,
    home: '/app',
    files: [copyFrom('build', '/out', '/app', appUser)],
    port: parts.port,
    start: parts.start ?? 'dotnet',
  })
  return { context: context.path, ignore, stages: [...stages, last] }
}
