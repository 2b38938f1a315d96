/** A plain web server for a folder below a path: the site must work outside of a host's root and needs only static files. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export interface ServedFolder extends AsyncDisposable {
  url: string
}

export async function serveFolder(folder: string, below: string): Promise<ServedFolder> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname))
    const bytes = path.startsWith(below)
      ? await readFile(join(folder, path.slice(below.length))).catch(() => undefined)
      : undefined
    response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? 'text/plain' })
    response.end(bytes)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}${below}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
