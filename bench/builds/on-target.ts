/** Builds on the target's own engine and measures the time. */
import type { RepositoryFile } from '../../e2e/fixtures/repository.ts'
import { createTar } from '../../e2e/fixtures/tar.ts'
import type { Target } from '../../e2e/fixtures/target.ts'
import { build, forgetBuilds, sizeOf } from '../../e2e/support/generated-dockerfiles/on-target.ts'

export interface Measured {
  readonly bytes: number
  readonly coldMs: number
  readonly againMs: number
}

export interface Job {
  readonly folder: string
  readonly tag: string
  readonly first: readonly RepositoryFile[]
  /** Files after the change of one line. */
  readonly second: readonly RepositoryFile[]
}

/** Builds with only base images in the cache, then after the change. */
export async function buildTwice(target: Target, { folder, tag, first, second }: Job): Promise<Measured> {
  await forgetBuilds(target)
  await put(target, folder, first)
  const coldMs = await build(target, folder, tag)
  await put(target, folder, second)
  const againMs = await build(target, folder, tag)
  const bytes = await sizeOf(target, tag)
  await target.mustExec(['docker', 'image', 'rm', '--force', tag])
  return { bytes, coldMs, againMs }
}

async function put(target: Target, folder: string, files: readonly RepositoryFile[]): Promise<void> {
  await target.mustExec(['rm', '-rf', folder])
  await target.mustExec(['mkdir', '-p', folder])
  const entries = files.map(({ path, content, mode }) => {
    return { path: String(path), mode: mode === '100755' ? 0o755 : 0o644, content }
  })
  await target.mustExec(['tar', '-x', '-C', folder], { stdin: createTar(entries) })
}
