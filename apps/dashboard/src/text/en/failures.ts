export const failures = {
  cause: 'Cause',
  causeInError: 'The error itself names the cause.',
  remedy: 'What to do',
  withApi: (remedy: string) => `With the API: ${remedy}`,
  withStatus: (family: string, status: number) => `${family} · HTTP ${status}`,
  unknown: 'Nothing more is known about this code. The message next to it says what happened.',
  families: {
    api: 'API error',
    deployment: 'Failed deployment',
    restore: 'Failed restore or import',
    run: 'Failed background run',
    domain: 'Domain check',
    certificate: 'Certificate',
    connection_test: 'Connection test',
  },
}
