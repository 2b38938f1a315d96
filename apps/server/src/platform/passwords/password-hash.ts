/**
 * argon2id in PHC format. At most four run at once (each takes 19 MiB and a core) and the queue is bounded: a burst of
 * sign-ins slows itself down, not the rest of the service.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '../errors/app-error.ts'
import { platformProblems } from '../errors/platform-problems.ts'
import { limitConcurrency } from '../limits/limit-concurrency.ts'

const derive = promisify(argon2)
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32
const maxConcurrent = 4
const maxWaiting = 400

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** True if the hash has weaker parameters than the current ones. */
  isOutdated(hash: string): boolean
}

export function createPasswordHasher(): PasswordHasher {
  const gate = limitConcurrency(maxConcurrent, {
    max: maxWaiting,
    onFull: () => new AppError(platformProblems.unavailable, 'Too many sign-ins at once.', { retryAfterSeconds: 5 }),
  })
  const decoy = encode(randomBytes(16), randomBytes(tagLength))
  return {
    async hash(password) {
      const salt = randomBytes(16)
      return encode(salt, await gate(() => compute(password, salt, current)))
    },
    async verify(password, hash) {
      const stored = hash?.startsWith('$argon2id$') === true ? hash : null
      const { parameters, salt, tag } = decode(stored ?? decoy)
      const computed = await gate(() => compute(password, salt, parameters))
      return timingSafeEqual(computed, tag) && stored !== null
    },
    isOutdated(hash) {
      const { parameters } = decode(hash)
      return parameters.memory < current.memory || parameters.passes < current.passes
    },
  }
}

type Parameters = typeof current

async function compute(password: string, salt: Buffer, parameters: Parameters): Promise<Buffer> {
  // Normalized, so that the same letters typed on two systems are the same password.
  return await derive('argon2id', { message: password.normalize('NFC'), nonce: salt, tagLength, ...parameters })
}

function encode(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = current
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function decode(hash: string): { parameters: Parameters; salt: Buffer; tag: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([\w+/-]+)\$([\w+/-]+)$/.exec(hash)
  if (match === null) throw new Error('not a password hash')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
