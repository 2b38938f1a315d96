/** The first text from the other side, as far as it has arrived. */
export type Greeting = { kind: 'ssh'; software: string } | { kind: 'busy' } | { kind: 'other' }

/** Texts that sshd sends instead of its version while it rejects all connections. */
const refusals = ['Exceeded MaxStartups', 'Not allowed at this time']

/** Undefined while it can still become SSH: a server can send other lines before its version (RFC 4253, 4.2). */
export function readGreeting(received: string): Greeting | undefined {
  const lines = received.split('\n')
  const complete = lines.slice(0, -1).map((line) => line.replace(/\r$/, ''))
  if (complete.some((line) => refusals.includes(line))) return { kind: 'busy' }
  const version = complete.find((line) => line.startsWith('SSH-'))
  if (version !== undefined) {
    const software = /^SSH-(?:2\.0|1\.99)-(.{1,253})$/.exec(version)?.[1]
    return software === undefined ? { kind: 'other' } : { kind: 'ssh', software }
  }
  // Well-known protocols that have nothing to do with SSH: no need to wait.
  return /^(HTTP\/|<|220[ -]|\+OK|\* OK|RFB )/.test(received) ? { kind: 'other' } : undefined
}
