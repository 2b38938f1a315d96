/** What is examined: settings as far as they are usable, and what several checks ask of the world, asked once. */
import pg from 'pg'
import { createDatabase, type Database } from '../../platform/database/database.ts'
import { Secret } from '../../platform/secrets/secret.ts'
import { createUnsealer, type Unsealer } from '../../platform/secrets/unseal.ts'
import { CannotLook } from './cannot-look.ts'
import { askEngineForWorker, type EngineAnswer } from './engine-answers.ts'
import { askMailServer, type MailAnswer } from './mail-answer.ts'
import type { Given, Reading } from './read-given.ts'

/** Longer than a starving machine takes: a false alarm costs more than a wait. */
const connectTimeoutMs = 15_000
const queryTimeoutMs = 15_000

export class Patient implements AsyncDisposable {
  readonly reading: Reading
  #pool: pg.Pool | undefined
  #database: Database | undefined

  constructor(reading: Reading) {
    this.reading = reading
  }

  /** For a setting without which there is nothing to look at. */
  given<Name extends keyof Given>(name: Name): NonNullable<Given[Name]> {
    const value = this.optional(name)
    if (value === undefined || value === null) throw new CannotLook(`${name} isn't set for this process`)
    return value
  }

  /** For one that may be left out; unusable is not left out. */
  optional<Name extends keyof Given>(name: Name): Given[Name] {
    if (this.reading.faults.some(({ setting }) => setting === name)) throw new CannotLook(`${name} isn't valid`)
    return this.reading.settings[name]
  }

  /** As the login itself, for what the database says of roles and tables. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    this.#pool ??= openPool(this.given('DATABASE_URL'))
    return (await this.#pool.query<Row>(text, values)).rows
  }

  get database(): Database {
    const url = this.given('DATABASE_URL').reveal()
    this.#database ??= createDatabase({ url, poolSize: 3, applicationName: 'longshore-doctor' })
    return this.#database
  }

  /** Null: one can log in. */
  readonly loginError = once<Error | null>(async () => {
    try {
      await this.query('select 1')
      return null
    } catch (error) {
      if (error instanceof CannotLook || !(error instanceof Error)) throw error
      return error
    }
  })

  readonly unsealer = once<Unsealer>(async () => await createUnsealer(this.given('SEALING_IDENTITIES')))

  /** What comes of it when the engine asks the worker who it is; nothing is registered. */
  readonly engineAnswer = once<EngineAnswer>(
    async () => await askEngineForWorker(this.given('RESTATE_ADMIN_URL'), this.workerUrl),
  )

  readonly mailAnswer = once<MailAnswer>(async () => await askMailServer(this.given('SMTP_URL')))

  get workerUrl(): string {
    return this.optional('WORKER_URL') ?? `http://${this.given('WORKER_HOST')}:${this.given('WORKER_PORT')}`
  }

  /** Everything that must not be printed, also parts of addresses. */
  secrets(): Secret[] {
    const whole = Object.values(this.reading.settings)
      .flat()
      .filter((value) => value instanceof Secret)
    return whole.flatMap((secret) => [secret, ...passwordOf(secret)])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.#pool?.end(), this.#database?.[Symbol.asyncDispose]()])
  }
}

/** Asked when first wanted, then remembered, its failure too. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask()
    return asked
  }
}

function openPool(url: Secret): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: 2,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'longshore-doctor',
  })
  pool.on('error', () => undefined)
  return pool
}

function passwordOf(secret: Secret): Secret[] {
  const url = URL.parse(secret.reveal())
  if (url === null || url.password === '') return []
  return [new Secret(url.password), new Secret(decodeURIComponent(url.password))]
}
