/** Decides by its name whether a variable is a secret. Imports nothing, because the dashboard uses it too. */

const secretParts =
  /PASSWORD(?:$|_)|(?:^|_)(?:SECRETS?|PASSWD|PASSPHRASE|PASS|PWD|TOKEN|APIKEY|CREDENTIALS?|SALT|DSN|JWT|PEPPER)(?:$|_)|SECRET_?KEY|KEY_BASE$|^KEY$|_KEYS?$|PRIVATE_KEY/
const notSecretParts =
  /(?:^|_)(?:PUBLIC|PUBLISHABLE|SITE)_KEY$|_KEY_(?:ID|NAME|PREFIX|PATH|FILE)$|_TOKEN_(?:TTL|EXPIRY|EXPIRES|EXPIRES_IN|URL|NAME|EXPIRATION|LIFETIME|ENDPOINT)$|(?:TTL|EXPIRY|EXPIRES|EXPIRES_IN|EXPIRATION|LIFETIME|MINUTES|SECONDS|HOURS|DAYS|ALGORITHM|ISSUER|AUDIENCE|LENGTH|ROUNDS|ENABLED|HEADER)$|MAX_TOKENS$|_FILE$/
/** URLs that usually contain a user and a password. */
const addressParts =
  /^(?:DATABASE|DB|POSTGRES|POSTGRESQL|PG|MYSQL|MARIADB|MONGO|MONGODB|REDIS|RABBITMQ|AMQP|CLOUDAMQP|CELERY_BROKER|BROKER|CELERY_RESULT_BACKEND|ELASTICSEARCH|CLICKHOUSE|SQLALCHEMY_DATABASE|DIRECT|SHADOW_DATABASE|JDBC_DATABASE|DATABASE_DIRECT|KV|QUEUE_REDIS)(?:_PRIVATE|_PUBLIC|_DIRECT|_POOLED|_UNPOOLED)?_?(?:URL|URI|DSN|CONNECTION_STRING)$|^(?:SENTRY_DSN)$|_?DATABASE_UR[LI]$|_MONGO(?:DB)?_UR[LI]$|_REDIS_UR[LI]$|CONNECTION_?STRING|^(?:SMTP|MAIL|MAILER|EMAIL)_(?:URL|DSN)$|^SLACK_WEBHOOK_URL$|WEBHOOK_SECRET/

/** The bundler inserts these into public pages. */
const publicPrefix =
  /^(?:NEXT_PUBLIC_|VITE_|PUBLIC_|REACT_APP_|NUXT_PUBLIC_|EXPO_PUBLIC_|GATSBY_|VUE_APP_|NG_APP_|STORYBOOK_|SNOWPACK_PUBLIC_|WXT_|PLASMO_PUBLIC_)/

export function isSecretName(key: string): boolean {
  const name = key.toUpperCase()
  if (isPublicName(key) || notSecretParts.test(name)) return false
  return secretParts.test(name) || addressParts.test(name)
}

export function isPublicName(key: string): boolean {
  return publicPrefix.test(key)
}

/** Also true for a private key, and for a URL with a password. */
export function isLikelySecret(key: string, value: string): boolean {
  if (isPublicName(key)) return false
  return isSecretName(key) || value.startsWith('-----BEGIN ') || /:\/\/[^/\s:@]*:[^/\s@]+@/.test(value)
}
