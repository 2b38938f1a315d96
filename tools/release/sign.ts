/**
 * Signatures by cosign. With a key, nothing is sent anywhere, and `openssl dgst -sha256 -verify` can check the result.
 *
 * Decision: docs/decisions/0023-two-release-signatures.md
 */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseOptions } from './options.ts'
import { run } from './run.ts'

type Signing = Pick<ReleaseOptions, 'cosign' | 'key' | 'isKeyless'>

/** Writes NAME.sig, and NAME.sigstore.json when the identity of the workflow signs too. */
export async function signFile(folder: string, name: string, { cosign, key, isKeyless }: Signing): Promise<void> {
  const path = join(folder, name)
  const local = ['--tlog-upload=false', '--yes', '--output-signature', `${path}.sig`]
  await run([cosign, 'sign-blob', '--key', key, ...local, path], { hasSecrets: true })
  await chmod(`${path}.sig`, 0o644)
  if (!isKeyless) return
  await run([cosign, 'sign-blob', '--yes', '--bundle', `${path}.sigstore.json`, path], { hasSecrets: true })
}

/** The public half, in PEM. */
export async function readPublicKey({ cosign, key }: Signing): Promise<string> {
  return await run([cosign, 'public-key', '--key', key], { hasSecrets: true })
}

/** Both signatures and the provenance are stored next to the image in its registry. */
export async function signImage(image: string, { cosign, key, isKeyless }: Signing, provenance: string): Promise<void> {
  const type = ['--type', 'slsaprovenance1', '--predicate', provenance]
  const local = ['--key', key, '--tlog-upload=false']
  await run([cosign, 'sign', '--yes', '--recursive', ...local, image], { hasSecrets: true })
  if (!isKeyless) return
  await run([cosign, 'sign', '--yes', '--recursive', image], { hasSecrets: true })
  await run([cosign, 'attest', '--yes', ...type, image], { hasSecrets: true })
}
