/** A certificate for a hostname that isn't ordered automatically. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../../fixtures/run.ts'

export interface Certificate {
  readonly chain: string
  readonly key: string
}

export async function makeCertificate(hostname: string): Promise<Certificate> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-apply-'))
  try {
    const [key, chain] = [join(folder, 'key.pem'), join(folder, 'chain.pem')]
    const names = ['-subj', `/CN=${hostname}`, '-addext', `subjectAltName=DNS:${hostname}`]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
    await mustRun(['openssl', 'req', '-x509', ...kind, ...names, '-keyout', key, '-out', chain])
    return { chain: await readFile(chain, 'utf8'), key: await readFile(key, 'utf8') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
