import { createServer } from 'node:http'

const port = Number(process.env.PORT ?? 8081)

createServer((request, response) => {
  if (request.url === '/up') return response.end('up')
  response.end(`hello from ${process.env.REGION || 'nowhere'}`)
}).listen(port)
