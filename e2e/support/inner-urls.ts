/** Internal URLs in every spelling, and a listener that notices requests to one. */
import { createServer, type Server, type Socket } from 'node:net'

/** Hosts that are this machine, its network, a metadata service, or an attack. */
const hosts = [
  '127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f.1', '0x7f000001', '0x7f.0x0.0x0.0x1', '017700000001', '0177.0.0.1', '0', '0.0.0.0', '00.00.00.00',
  '127.0.0.2', '127.255.255.254', '127.0.0.1.', 'localhost', 'localhost.', 'LOCALHOST', 'localhost.localdomain', 'ip6-localhost', 'x.internal.',
  '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::7f00:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]', '[64:ff9b::169.254.169.254]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[2001::1]', '[2001:db8::1]',
  '[fe80::1]', '[fe80::1%25lo]', '[fec0::1]', '[fd00::1]', '[fd00:ec2::254]', '[fc00::1]', '[ff02::1]', '[100::1]', '169.254.169.254', '169.254.1.1',
  '0xa9fea9fe', '2852039166', '169.16689662', '100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '198.18.0.1', '198.51.100.1',
  '203.0.113.1', '192.0.2.1', '10.0.0.1', '10.1', '172.16.0.1', '172.17.0.1', '192.168.0.1', '192.168.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '①②⑦.⓪.⓪.①', '127。0。0。1', '127.0.0.1%00', '1２７.0.0.1', 'a@127.0.0.1', ':@127.0.0.1', '127.0.0.1#@example.com', 'example.com\\@127.0.0.1',
  '127.0.0.1\\@example.com', 'example.com@127.0.0.1', '127.0.0.1?@example.com', ' 127.0.0.1', '127.0.0.1\t', '%31%32%37.0.0.1',
] // biome-ignore format: a list
const otherForms = [
  'ftp://127.0.0.1/x', 'gopher://127.0.0.1:70/_x', 'dict://127.0.0.1:11211/x', 'unix:/run/x', 'data:text/plain,x', 'file:///etc/passwd', 'jar:http://127.0.0.1',
  'javascript:alert(1)', 'http:127.0.0.1', 'http:/127.0.0.1', 'http:///127.0.0.1', '//127.0.0.1', 'https:127.0.0.1', 'ssh://127.0.0.1/x', 'git://127.0.0.1/x',
  'ext::sh -c touch% /var/tmp/c-ssrf', '-oProxyCommand=touch /var/tmp/c-ssrf', '127.0.0.1:22', 'http://127.0.0.1:22', 'http://127.0.0.1:6379',
  'http://127.0.0.1:5432', 'https://127.0.0.1:443', 'https://127.0.0.1:8460',
] // biome-ignore format: a list

export interface InnerListener extends AsyncDisposable {
  readonly port: number
  /** Source and destination of each connection. */
  readonly visits: string[]
  /** Whether it receives anything at all. Otherwise silence proves nothing. */
  isAwake(): Promise<boolean>
}

export function innerUrls(port: number): string[] {
  return [
    ...hosts.map((host) => `http://${withPort(host, port)}`),
    ...hosts.map((host) => `https://${withPort(host, port)}`),
    ...otherForms,
  ]
}

/** On every address of this machine, IPv4 and IPv6. Answers with `leaked-123`, which must not be seen anywhere. */
export async function listenInside(): Promise<InnerListener> {
  const visits: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    visits.push(`${socket.remoteAddress} → ${socket.localAddress}`)
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nleaked-123')
  })
  await new Promise<void>((resolve) => server.listen(0, '::', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    visits,
    async isAwake() {
      await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
      return visits.length > 0
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function withPort(host: string, port: number): string {
  const [, name = host, rest = ''] = /^([^#?\\]*)(.*)$/s.exec(host) ?? []
  return rest.startsWith('\\') || rest.startsWith('#') || rest.startsWith('?')
    ? `${name}:${port}${rest}:${port}`
    : `${host}:${port}`
}
