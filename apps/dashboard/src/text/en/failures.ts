export const failures = {
  title: 'About this error',
  cause: 'Cause',
  causeInError: 'The error message names the cause.',
  remedy: 'What to do',
  withStatus: (family: string, status: number) => `${family} · HTTP ${status}`,
  unknown: 'There’s no more information about this code. See the message shown with it.',
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
