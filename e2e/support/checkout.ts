/** The checkout under test: this one, or another commit in its own folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../fixtures/run.ts'

const ownRoot = join(import.meta.dirname, '../..')
const installMs = 10 * 60_000

export interface Checkout extends AsyncDisposable {
  readonly root: string
  /** Runs a command of its server and returns the output. */
  command(args: readonly string[], environment?: Record<string, string>): Promise<string>
}

export async function openCheckout(commit: string | undefined): Promise<Checkout> {
  if (commit === undefined) return checkoutAt(ownRoot, async () => undefined)
  const root = await mkdtemp(join(tmpdir(), 'longshore-checkout-'))
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await mustRun(['git', 'clone', '--quiet', '--shared', '--no-checkout', ownRoot, root])
    await mustRun(['git', '-C', root, 'checkout', '--quiet', '--detach', commit])
    const install = ['install', '--frozen-lockfile', '--prefer-offline']
    await mustRun(['pnpm', '--dir', root, ...install], { deadlineMs: installMs })
  } catch (error) {
    await remove()
    throw error
  }
  return checkoutAt(root, remove)
}

function checkoutAt(root: string, remove: () => Promise<void>): Checkout {
  return {
    root,
    command: (args, environment = {}) =>
      mustRun([process.execPath, join(root, 'apps/server/src/main.ts'), ...args], { environment }),
    [Symbol.asyncDispose]: remove,
  }
}
