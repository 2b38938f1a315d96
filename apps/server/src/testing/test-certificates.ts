/** A short-lived certificate authority, and certificates for both sides of the private link. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LinkTls } from '../platform/link/endpoint.ts'
import { Secret } from '../platform/secrets/secret.ts'

const run = promisify(execFile)
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export async function createTestCertificates(): Promise<{ server: LinkTls; client: LinkTls }> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-ca-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  try {
    await openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.crt',
      '-days',
      '1',
      '-subj',
      '/CN=test ca',
    )
    await issue(folder, openssl, {
      name: 'server',
      extensions: 'extendedKeyUsage=serverAuth\nsubjectAltName=DNS:worker,IP:127.0.0.1',
    })
    await issue(folder, openssl, { name: 'client', extensions: 'extendedKeyUsage=clientAuth' })
    return { server: await read(folder, 'server'), client: await read(folder, 'client') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function issue(
  folder: string,
  openssl: (...args: string[]) => Promise<unknown>,
  { name, extensions }: { name: string; extensions: string },
): Promise<void> {
  await writeFile(join(folder, `${name}.ext`), extensions)
  await openssl('req', '-new', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
  const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '1']
  await openssl('x509', '-req', '-in', `${name}.csr`, ...authority, '-out', `${name}.crt`, '-extfile', `${name}.ext`)
}

async function read(folder: string, name: string): Promise<LinkTls> {
  const text = (file: string) => readFile(join(folder, file), 'utf8')
  return { ca: await text('ca.crt'), cert: await text(`${name}.crt`), key: new Secret(await text(`${name}.key`)) }
}
