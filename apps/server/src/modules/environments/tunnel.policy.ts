/** Describes how people reach a database that only listens on its server's loopback address. Pure. */

export interface TunnelServer {
  readonly host: string
  readonly port: number
  readonly username: string
}

/** Returns null when the database has no port there. The grammar of host and user excludes shell metacharacters. */
export function tunnelOf(
  { loopbackPort }: { loopbackPort: number | null },
  server: TunnelServer | null,
): string | null {
  if (loopbackPort === null || server === null) return null
  const at = `127.0.0.1:${loopbackPort}`
  return `ssh -N -L ${at}:${at} -p ${server.port} ${server.username}@${server.host}`
}
