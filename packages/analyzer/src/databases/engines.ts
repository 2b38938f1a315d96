/** Database engines, their images, and the variables that code uses for them. */
import type { AnalyzedDatabase } from '../reading.ts'

export type Engine = AnalyzedDatabase['engine']

/** Database engines that Longshore supports. */
const supported: ReadonlySet<Engine> = new Set(['postgres', 'mariadb', 'redis'])

export function isSupported(engine: Engine): boolean {
  return supported.has(engine)
}

/** Last part of an image name → engine. */
const images: Readonly<Record<string, Engine>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  postgis: 'postgres',
  pgvector: 'postgres',
  timescaledb: 'postgres',
  'timescaledb-ha': 'postgres',
  'postgres-alpine': 'postgres',
  mysql: 'mysql',
  'mysql-server': 'mysql',
  percona: 'mysql',
  mariadb: 'mariadb',
  redis: 'redis',
  'redis-stack': 'redis',
  'redis-stack-server': 'redis',
  valkey: 'redis',
  keydb: 'redis',
  dragonfly: 'redis',
  mongo: 'mongodb',
  mongodb: 'mongodb',
  'mongodb-community-server': 'mongodb',
  rabbitmq: 'rabbitmq',
  'cp-kafka': 'kafka',
  kafka: 'kafka',
  redpanda: 'kafka',
  memcached: 'memcached',
  elasticsearch: 'elasticsearch',
  opensearch: 'elasticsearch',
  clickhouse: 'clickhouse',
  'clickhouse-server': 'clickhouse',
  mssql: 'mssql',
  server: 'mssql',
}

export interface DatabaseImage {
  readonly engine: Engine
  readonly version: string | null
}

/** The engine of an image, if any: `bitnami/postgresql:16.2` → postgres 16.2. */
export function engineOfImage(image: string): DatabaseImage | null {
  const [name = '', tag = ''] = splitImage(image)
  const last = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const engine = Object.hasOwn(images, last) ? images[last] : undefined
  if (engine === undefined || (last === 'server' && !name.includes('mssql'))) return null
  const plain = /(?:^|-)pg(\d+)/.exec(tag)?.[1] ?? /^v?(\d+(?:\.\d+){0,2})/.exec(tag)?.[1]
  return { engine, version: plain ?? null }
}

/** Splits name and tag; a digest or a registry port isn't a tag. */
export function splitImage(image: string): [name: string, tag: string] {
  const plain = image.split('@', 1)[0] ?? ''
  const colon = plain.lastIndexOf(':')
  return colon > plain.lastIndexOf('/') ? [plain.slice(0, colon), plain.slice(colon + 1)] : [plain, '']
}

/** The engine of a URL such as `postgresql+asyncpg://…`. */
export function engineOfAddress(address: string): Engine | null {
  const text = address.startsWith('jdbc:') ? address.slice(5) : address
  const scheme = /^([a-z][a-z0-9]*)(?:\+[a-z0-9]+)?:/.exec(text.slice(0, 40).toLowerCase())?.[1] ?? ''
  return Object.hasOwn(schemes, scheme) ? (schemes[scheme] ?? null) : null
}

const schemes: Readonly<Record<string, Engine>> = {
  postgres: 'postgres',
  postgresql: 'postgres',
  postgis: 'postgres',
  ecto: 'postgres',
  mysql: 'mysql',
  mysql2: 'mysql',
  mariadb: 'mariadb',
  redis: 'redis',
  rediss: 'redis',
  mongodb: 'mongodb',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  sqlserver: 'mssql',
  mssql: 'mssql',
  amqp: 'rabbitmq',
  amqps: 'rabbitmq',
  pyamqp: 'rabbitmq',
  memcached: 'memcached',
  clickhouse: 'clickhouse',
}

/** Common variable names for an engine, the likeliest first. */
export const usualVariables: Readonly<Record<Engine, RegExp>> = {
  postgres:
    /^(?:DATABASE_URL|DATABASE_URI|DB_URL|DB_URI|POSTGRES(?:QL)?_(?:URL|URI|DSN|HOST|PORT|USER|PASSWORD|DB|DATABASE|SERVER)|PG(?:HOST|PORT|USER|PASSWORD|DATABASE)|PG_(?:URL|HOST|PORT|USER|PASSWORD|DATABASE)|SQLALCHEMY_DATABASE_URI|DIRECT_URL|DATABASE_DIRECT_URL|SPRING_DATASOURCE_(?:URL|USERNAME|PASSWORD)|JDBC_DATABASE_URL|DB_(?:HOST|PORT|USER|USERNAME|PASSWORD|PASS|NAME|DATABASE)|DATABASE_(?:HOST|PORT|USER|USERNAME|PASSWORD|NAME))$/,
  mysql:
    /^(?:DATABASE_URL|DATABASE_URI|DB_URL|DB_URI|MYSQL_(?:URL|URI|HOST|PORT|USER|PASSWORD|DATABASE|DB)|SQLALCHEMY_DATABASE_URI|SPRING_DATASOURCE_(?:URL|USERNAME|PASSWORD)|DB_(?:HOST|PORT|USER|USERNAME|PASSWORD|PASS|NAME|DATABASE)|DATABASE_(?:HOST|PORT|USER|USERNAME|PASSWORD|NAME))$/,
  mariadb:
    /^(?:DATABASE_URL|DATABASE_URI|DB_URL|DB_URI|(?:MYSQL|MARIADB)_(?:URL|URI|HOST|PORT|USER|PASSWORD|DATABASE|DB)|SQLALCHEMY_DATABASE_URI|DB_(?:HOST|PORT|USER|USERNAME|PASSWORD|PASS|NAME|DATABASE)|DATABASE_(?:HOST|PORT|USER|USERNAME|PASSWORD|NAME))$/,
  redis:
    /^(?:REDIS_(?:URL|URI|TLS_URL|HOST|PORT|PASSWORD|USERNAME|DSN|CONNECTION)|KV_URL|CACHE_URL|VALKEY_URL|QUEUE_REDIS_URL|CELERY_BROKER_URL|CELERY_RESULT_BACKEND|BROKER_URL|RQ_REDIS_URL|SIDEKIQ_REDIS_URL)$/,
  mongodb:
    /^(?:MONGO(?:DB)?_?(?:URL|URI|DSN|HOST|PORT|USER|PASSWORD|CONNECTION_STRING)|MONGO_DB_URI|DATABASE_URL|DATABASE_URI|DB_URL|DB_URI)$/,
  sqlite: /^(?:DATABASE_URL|DATABASE_PATH|SQLITE_(?:PATH|FILE|DB|URL|DATABASE)|DB_PATH|DB_FILE)$/,
  mssql: /^(?:DATABASE_URL|MSSQL_(?:URL|HOST|PORT|USER|PASSWORD|DATABASE)|SA_PASSWORD)$/,
  elasticsearch: /^(?:ELASTIC(?:SEARCH)?_(?:URL|HOST|HOSTS|NODE|PASSWORD|USERNAME)|OPENSEARCH_(?:URL|HOST))$/,
  rabbitmq:
    /^(?:RABBITMQ_(?:URL|URI|HOST|PORT|USER|PASSWORD|DEFAULT_USER|DEFAULT_PASS)|AMQP_URL|CLOUDAMQP_URL|CELERY_BROKER_URL|BROKER_URL)$/,
  kafka: /^(?:KAFKA_(?:BROKERS?|BOOTSTRAP_SERVERS?|URL|HOST))$/,
  memcached: /^(?:MEMCACHED?_(?:URL|HOST|PORT|SERVERS?))$/,
  clickhouse: /^(?:CLICKHOUSE_(?:URL|HOST|PORT|USER|PASSWORD|DATABASE|DB))$/,
}
