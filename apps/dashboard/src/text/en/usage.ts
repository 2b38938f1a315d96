export const usage = {
  title: 'Usage',
  cpu: 'CPU cores',
  memory: 'Memory',
  memoryOf: (limit: string) => `Memory, limit ${limit}`,
  network: 'Network',
  received: 'Received',
  sent: 'Sent',
  sentBefore: 'Sent before',
  perSecond: (bytes: string) => `${bytes}/s`,
  total: 'All services',
  failedMark: (number: string) => `${number} failed`,
}
