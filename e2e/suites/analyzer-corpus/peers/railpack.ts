import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Answer, type Peer, silence } from './answer.ts'
import { goPeer } from './cache.ts'

const run = promisify(execFile)
const version = '0.23.0'

const commandSchema = z.object({ cmd: z.string().optional() }).loose()
const infoSchema = z
  .object({
    success: z.boolean().optional(),
    detectedProviders: z.array(z.string()).nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    plan: z
      .object({
        steps: z
          .array(z.object({ name: z.string().optional(), commands: z.array(commandSchema).nullish() }).loose())
          .nullish(),
        deploy: z.object({ startCommand: z.string().nullish() }).loose().nullish(),
      })
      .loose()
      .nullish(),
  })
  .loose()

/** Railpack, by its program: language, framework where it names one, package manager, build and start command. */
export async function railpackPeer(mayInstall: boolean): Promise<Peer | null> {
  const program = await goPeer(`railpack-${version}`, `github.com/railwayapp/railpack/cmd/cli@v${version}`, mayInstall)
  if (program === null) return null
  return {
    name: 'railpack',
    version,
    ask: async (folder) => {
      const answer = await run(program, ['info', folder, '--format', 'json'], {
        timeout: 60_000,
        maxBuffer: 16 << 20,
      }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '{}' }))
      return answerOf(infoSchema.parse(JSON.parse(answer.stdout.trim() === '' ? '{}' : answer.stdout)))
    },
  }
}

function answerOf(info: z.output<typeof infoSchema>): Answer {
  const metadata = info.metadata ?? {}
  const [provider] = info.detectedProviders ?? []
  if (provider === undefined) return silence
  const build = info.plan?.steps?.find((step) => step.name === 'build')?.commands ?? []
  const commands = build.flatMap((one) => one.cmd ?? []).filter((one) => !/^(?:mkdir|caddy|cp|sh -c 'caddy)/.test(one))
  const named = [
    'nodeSPAFramework',
    'nodeRuntime',
    'pythonRuntime',
    'phpFramework',
    'rubyFramework',
    'javaFramework',
    'goFramework',
  ]
  const framework = named
    .map((key) => metadata[key])
    .find((one) => one !== undefined && !/^(?:node|bun|python|ruby|php|java|go)$/.test(one))
  const other = Object.entries(metadata).find(
    ([key, value]) =>
      /^(?:python|ruby|php|java|go|elixir|rust|dotnet)(?:Is|Has|Uses)?(?:Django|Flask|FastAPI|FastHTML|Rails|Laravel|Symfony|Gin|Spring|Phoenix)/i.test(
        key,
      ) && value === 'true',
  )
  return {
    language: provider === 'staticfile' ? 'static' : provider,
    framework: framework ?? other?.[0] ?? null,
    packageManager: metadata.nodePackageManager ?? metadata.pythonPackageManager ?? metadata.javaPackageManager ?? null,
    buildCommand: commands.length === 0 ? null : commands.join(' && '),
    startCommand: info.plan?.deploy?.startCommand ?? null,
    outputDirectory: metadata.nodeIsSPA === 'true' ? (metadata.nodeSPAOutputDir ?? null) : null,
    port: null,
  }
}
