/** The deployed app: it returns its version, can be slow, speaks WebSocket, and completes open work on SIGTERM. */
export const appPort = 3000

/** Plain JavaScript for the image's Node; `VERSION` and `HEALTH` come from the environment. */
export const appSource = `
const http = require('node:http')
const crypto = require('node:crypto')
const version = process.env.VERSION || 'none'
const isHealthy = process.env.HEALTH !== 'bad'
const server = http.createServer((request, response) => {
  const url = new URL(request.url, 'http://app')
  const status = url.pathname === '/health' && !isHealthy ? 500 : 200
  const answer = () => {
    response.writeHead(status, { 'x-version': version, 'content-type': 'text/plain' })
    response.end('version ' + version + '\\n')
  }
  const ms = Number(url.searchParams.get('ms') || 0)
  if (ms === 0) answer()
  else setTimeout(answer, ms)
})
server.on('upgrade', (request, socket) => {
  const key = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + key + '\\r\\n\\r\\n')
  socket.on('error', () => {})
  // Echo of whole small text frames: unmask, send back.
  socket.on('data', (data) => {
    const length = data[1] & 127
    if (length > 125 || data.length < 6 + length) return
    if ((data[0] & 15) === 8) return socket.end(Buffer.from([0x88, 0]))
    const text = Buffer.alloc(length)
    for (let i = 0; i < length; i++) text[i] = data[6 + i] ^ data[2 + (i % 4)]
    socket.write(Buffer.concat([Buffer.from([0x81, length]), text]))
  })
})
server.listen(${appPort}, '0.0.0.0')
process.on('SIGTERM', () => { server.close(() => process.exit(0)); server.closeIdleConnections() })
`
