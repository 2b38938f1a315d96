/** The repository of the first hour: a small shop in Node with a database, which one push breaks. */
export type Version = 'first' | 'broken' | 'fixed'

const server = (greeting: string) => `import { createServer } from 'node:http'
import { products } from './products.js'

const items = products.map(({ name, price }) => \`<li>\${name}: \${price} €</li>\`).join('')
const page = \`<!doctype html><title>Harbor Coffee</title><h1>${greeting}</h1><ul>\${items}</ul>\`

createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(page)
}).listen(3000, '0.0.0.0', () => console.log('Harbor Coffee listens on port 3000'))
process.on('SIGTERM', () => process.exit(0))
`
const products = `export const products = [
  { name: 'House blend', price: 9 },
  { name: 'Espresso', price: 11 },
]
`
const manifest = {
  name: 'harbor-coffee-shop',
  version: '1.0.0',
  type: 'module',
  scripts: { start: 'node server.js' },
  dependencies: { pg: '8.23.1' },
}
const dockerfile = `FROM node:24-slim
WORKDIR /app
COPY . ./
EXPOSE 3000
CMD ["node", "server.js"]
`

export function sampleApp(version: Version): Record<string, string> {
  const greetings = {
    first: 'Harbor Coffee',
    broken: 'Harbor Coffee, now with offers',
    fixed: 'Harbor Coffee, with offers',
  }
  const start = server(greetings[version])
  return {
    Dockerfile: dockerfile,
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': '# Harbor Coffee\n\nOur shop. It stores orders in PostgreSQL (`DATABASE_URL`).\n',
    '.env.example': 'DATABASE_URL=\nLOG_LEVEL=info\n',
    'products.js': products,
    // The file was never committed.
    'server.js': version === 'broken' ? start.replace("'./products.js'", "'./offers.js'") : start,
  }
}
