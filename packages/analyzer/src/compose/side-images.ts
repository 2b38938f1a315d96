/** Images for development or with a function of Longshore itself: they aren't deployed. */
const sides: readonly [RegExp, string][] = [
  [
    /(?:^|\/)(?:traefik|nginx-proxy|docker-gen|acme-companion|letsencrypt-nginx-proxy-companion|nginx-proxy-manager|swag|certbot|caddy-docker-proxy|haproxy)$/,
    'Longshore routes requests and gets certificates itself; add a domain to the environment.',
  ],
  [
    /(?:^|\/)(?:watchtower|portainer|portainer-ce|dozzle|autoheal|ouroboros)$/,
    'Longshore deploys, watches and shows logs itself.',
  ],
  [
    /(?:^|\/)(?:adminer|phpmyadmin|pgadmin4|pgadmin|pgweb|mongo-express|redis-commander|redisinsight|rediscommander|cloudbeaver|dbgate)$/,
    'A tool to look into a database is not deployed beside the app; add it as a service if it is wanted.',
  ],
  [
    /(?:^|\/)(?:mailhog|mailpit|mailcatcher|maildev|mailslurper|inbucket|smtp4dev|greenmail)$/,
    'A catcher of test mail is not deployed; set the variables of a real mail server.',
  ],
  [
    /(?:^|\/)(?:localstack|azurite|dynamodb-local|stripe-mock|stripe-cli|wiremock|mockserver|fake-gcs-server|firebase-emulator|selenium|chrome|standalone-chrome)$/,
    'A stand-in for tests is not deployed; set the variables of the real service.',
  ],
]

/** The reason why an image is omitted; null if it isn't. */
export function reasonToLeaveOut(name: string): string | null {
  return sides.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? null
}
