/** The program that plays all services: each has its own port, and responds with its name and with what it received. */
export const firstPort = 3000

/** Plain JavaScript for the image's Node; `SERVICES` comes from the environment. */
export const echoSource = `
const http = require('node:http')
process.env.SERVICES.split(',').forEach((service, index) => {
  http.createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const body = JSON.stringify({ service, url: request.url, headers: request.headers })
      const answer = () => {
        response.writeHead(200, { 'content-type': 'application/json', 'x-version': service, 'x-note': 'app' })
        response.end(body)
      }
      const ms = Number(request.headers['x-wait-ms'] || 0)
      if (ms === 0) answer()
      else setTimeout(answer, ms)
    })
  }).listen(${firstPort} + index, '0.0.0.0')
})
process.on('SIGTERM', () => process.exit(0))
`

/** The body of a service's response. */
export interface Echo {
  readonly service: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}
