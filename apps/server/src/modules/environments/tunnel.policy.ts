/** How people reach a database that listens on its server's loopback address only; pure. */

export interface TunnelServer {
  readonly host: string
  readonly port: number
  readonly username: string
}

/** Null: it has no port there. Host and user are of a grammar that no shell sees anything in. */
export function tunnelOf(
  { loopbackPort }: { loopbackPort: number | null },
  server: TunnelServer | null,
): string | null {
  if (loopbackPort === null || server === null) return null
  const at = `127.0.0.1:${loopbackPort}`
  return `ssh -N -L ${at}:${at} -p ${server.port} ${server.username}@${server.host}`
}
