/** Images for development or with a function of Longshore itself: they aren't deployed. */
const sides: readonly [RegExp, string][] = [
  [
    /(?:^|\/)(?:traefik|nginx-proxy|docker-gen|acme-companion|letsencrypt-nginx-proxy-companion|nginx-proxy-manager|swag|certbot|caddy-docker-proxy|haproxy)$/,
    'Longshore routes requests and gets certificates. Add a domain to the environment.',
  ],
  [
    /(?:^|\/)(?:watchtower|portainer|portainer-ce|dozzle|autoheal|ouroboros)$/,
    'Longshore deploys, monitors, and shows logs.',
  ],
  [
    /(?:^|\/)(?:adminer|phpmyadmin|pgadmin4|pgadmin|pgweb|mongo-express|redis-commander|redisinsight|rediscommander|cloudbeaver|dbgate)$/,
    'It’s a tool to look into a database. Add it as a service if you need it.',
  ],
  [
    /(?:^|\/)(?:mailhog|mailpit|mailcatcher|maildev|mailslurper|inbucket|smtp4dev|greenmail)$/,
    'It catches test emails. Set the variables of a real mail server.',
  ],
  [
    /(?:^|\/)(?:localstack|azurite|dynamodb-local|stripe-mock|stripe-cli|wiremock|mockserver|fake-gcs-server|firebase-emulator|selenium|chrome|standalone-chrome)$/,
    'It stands in for another service in tests. Set the variables of the real one.',
  ],
]

/** The reason why an image is omitted; null if it isn't. */
export function reasonToLeaveOut(name: string): string | null {
  return sides.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? null
}
