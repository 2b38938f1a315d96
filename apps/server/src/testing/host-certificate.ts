/** Creates a certificate for a hostname, signed by a short-lived authority, with the requested defects. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface WantedCertificate {
  readonly names: readonly string[]
  readonly rsaBits?: number
}

export interface HostCertificate {
  /** The host's certificate first, then the authority's. */
  readonly chain: string
  readonly blocks: readonly string[]
  readonly key: string
}

export async function createHostCertificate({ names, rsaBits }: WantedCertificate): Promise<HostCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-host-'))
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const ecKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const key = rsaBits === undefined ? ecKey : ['-newkey', `rsa:${rsaBits}`, '-nodes']
  try {
    await openssl(
      'req',
      '-x509',
      ...ecKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.crt',
      '-days',
      '40',
      '-subj',
      '/CN=test ca',
    )
    await writeFile(
      join(folder, 'ext'),
      `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\nbasicConstraints=CA:FALSE\n`,
    )
    await openssl('req', '-new', ...key, '-keyout', 'host.key', '-out', 'host.csr', '-subj', '/CN=host')
    const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial']
    await openssl('x509', '-req', '-in', 'host.csr', ...authority, '-days', '30', '-out', 'host.crt', '-extfile', 'ext')
    const read = (file: string) => readFile(join(folder, file), 'utf8')
    const blocks = [await read('host.crt'), await read('ca.crt')]
    return { chain: blocks.join(''), blocks, key: await read('host.key') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
