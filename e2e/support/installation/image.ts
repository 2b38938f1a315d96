/** The image of this checkout, under the name that the documentation uses. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServerImage, copyCheckout } from '../../fixtures/server-image.ts'

export const installedTag = 'longshore-server:0.1.0'

export async function ensureCurrentImage(tag = 'longshore-server:checkout'): Promise<string> {
  const context = await mkdtemp(join(tmpdir(), 'longshore-image-'))
  try {
    await copyCheckout(context)
    await buildServerImage(context, tag)
    return tag
  } finally {
    await rm(context, { recursive: true, force: true })
  }
}
