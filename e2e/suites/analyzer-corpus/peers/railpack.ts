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
    logs: z.array(z.object({ Msg: z.string() }).loose()).nullish(),
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

/** Railpack's binary: language, framework if it names one, package manager, build and start command. */
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

/** One package manager per language; Railpack calls it without naming it. */
const managers: Readonly<Record<string, string>> = {
  golang: 'go',
  rust: 'cargo',
  ruby: 'bundler',
  php: 'composer',
  elixir: 'mix',
  dotnet: 'dotnet',
  deno: 'deno',
}

function answerOf(info: z.output<typeof infoSchema>): Answer {
  const metadata = info.metadata ?? {}
  // When Railpack can't find a version to install, only its log shows what it detected before.
  const log = (info.logs ?? []).map((one) => one.Msg).join('\n')
  const provider = info.detectedProviders?.[0] ?? /^Detected (\w+)$/m.exec(log)?.[1]?.toLowerCase()
  if (provider === undefined) return silence
  const build = info.plan?.steps?.find((step) => step.name === 'build')?.commands ?? []
  const commands = build.flatMap((one) => one.cmd ?? []).filter((one) => !/^(?:mkdir|caddy|cp|chmod)/.test(one))
  const named = ['nodeSPAFramework', 'nodeRuntime', 'pythonRuntime'].map((key) => metadata[key])
  const framework = named.find((one) => one !== undefined && !/^(?:node|bun|python)$/.test(one))
  // `goGin`, `rubyRails` … are flags.
  const flag = Object.keys(metadata).find((key) =>
    /^(?:go|ruby|php|java|elixir|rust|dotnet)(?:Gin|Rails|Laravel|Spring|Phoenix|Symfony|Fiber|Echo)/.test(key),
  )
  const logged = /Found (\w+) app/.exec(log)?.[1]?.toLowerCase()
  return {
    language: provider === 'staticfile' ? 'static' : provider === 'golang' ? 'go' : provider,
    framework: framework ?? flag ?? logged ?? null,
    packageManager:
      metadata.nodePackageManager ??
      metadata.pythonPackageManager ??
      metadata.javaPackageManager ??
      managers[provider] ??
      null,
    buildCommand: commands.length === 0 ? null : commands.join(' && '),
    startCommand: info.plan?.deploy?.startCommand ?? null,
    outputDirectory: metadata.nodeIsSPA === 'true' ? (metadata.nodeSPAOutputDir ?? null) : null,
    port: null,
  }
}
