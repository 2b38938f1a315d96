/**
 * The environment variables that commands of a release get. They run code of third parties, which must not see the release key and
 * the credentials for publishing. Pure.
 */

const passed = [
  'PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|LANG|LANGUAGE|LC_\\w+|TMPDIR|TMP|TEMP|XDG_\\w+',
  'CI|NO_COLOR|FORCE_COLOR|SOURCE_DATE_EPOCH',
  // Machines behind a proxy or a mirror.
  '(?:HTTP|HTTPS|ALL|NO)_PROXY',
  '(?:NIX_)?SSL_CERT_(?:FILE|DIR)|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|GIT_SSL_\\w+',
  'NODE_\\w+|NPM_CONFIG_\\w+|PNPM_\\w+|COREPACK_\\w+',
  'DOCKER_(?:HOST|CONTEXT|CONFIG|CERT_PATH|TLS|TLS_VERIFY|API_VERSION|BUILDKIT|DEFAULT_PLATFORM)|BUILDX_\\w+|BUILDKIT_\\w+',
  'GIT_(?:AUTHOR|COMMITTER)_\\w+|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)',
  // Our own tools.
  'LONGSHORE_CACHE|DOCS_\\w+',
]
const isPassed = new RegExp(`^(?:${passed.join('|')})$`, 'i')
/** Matches names such as `NODE_AUTH_TOKEN` and `npm_config__auth`. */
const isSecret = /TOKEN|SECRET|PASSWORD|PASSPHRASE|CREDENTIAL|_KEY$|_AUTH$/i

export function buildEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isPassed.test(name) && !isSecret.test(name)))
}
