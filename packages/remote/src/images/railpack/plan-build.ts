/**
 * First half of a Railpack build: creates the plan on the server and returns it as a Dockerfile for the second half.
 */
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BuildRequest } from '../../runtime/build-request.ts'
import type { Call, OnOutput } from '../../runtime/runtime.ts'
import { RuntimeError } from '../../runtime/runtime-error.ts'
import { type RunBuild, runBuild } from '../run-build.ts'
import { RailpackPlan } from './plan.schemas.ts'
import { planFile } from './prepare-dockerfile.ts'
import { readTarFile } from './read-tar-file.ts'
import { renderPlan } from './render-plan.ts'

/** Plans of real apps have a few kilobytes. */
const maxPlanBytes = 4_000_000

export interface Planning {
  readonly run: RunBuild
  /** Local folder with `railpack-<architecture>`. */
  readonly programs: string
  readonly architecture: string
}

/** Returns the request for the second half. */
export async function planBuild(
  request: BuildRequest & Required<Pick<BuildRequest, 'railpack'>>,
  call: Call & { onOutput: OnOutput },
  { run, programs, architecture }: Planning,
): Promise<BuildRequest> {
  await requireProgram(programs, architecture)
  const parts: Buffer[] = []
  let bytes = 0
  const onFiles = (part: Buffer) => {
    bytes += part.length
    if (bytes <= maxPlanBytes) parts.push(part)
  }
  await runBuild(request, call, { ...run, place: { ...run.place, railpackPrograms: programs }, onFiles })
  const { text, ignore } = dockerfileOf(readTarFile(Buffer.concat(parts), planFile), request)
  const dockerfile = join(dirname(request.dockerfile), 'Dockerfile.railpack')
  await writeFile(dockerfile, text)
  await writeFile(`${dockerfile}.dockerignore`, ignore)
  return { ...request, dockerfile }
}

export function dockerfileOf(
  plan: string | null,
  { secrets, railpack }: Required<Pick<BuildRequest, 'railpack' | 'secrets'>>,
): { text: string; ignore: string } {
  try {
    const read = RailpackPlan.parse(JSON.parse(plan ?? ''))
    return renderPlan(read, { secrets: secrets.map(([key]) => key), ...railpack })
  } catch (cause) {
    const text = 'Railpack wrote a plan that Longshore can’t build. Use another builder, or add a Dockerfile.'
    throw new RuntimeError('build_failed', text, { cause })
  }
}

async function requireProgram(programs: string, architecture: string): Promise<void> {
  const found = await stat(join(programs, `railpack-${architecture}`)).catch(() => null)
  if (found?.isFile() === true) return
  throw new RuntimeError('railpack_missing', `This instance doesn't have the railpack program for ${architecture}.`)
}
