/** An app that probes the addresses in a request, from inside its container or during its build. */
import type { RepositoryFile } from '../../fixtures/repository.ts'

/** Tries every `host:port` of a list; prints those that a connection could be made to. */
const probe = `import { connect } from 'node:net'
import { existsSync } from 'node:fs'
const sockets = ['/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock', '/run/longshore/link.sock']
function reach(place) {
  const at = place.lastIndexOf(':')
  return new Promise((resolve) => {
    const socket = connect({ host: place.slice(0, at), port: Number(place.slice(at + 1)), timeout: 4000 })
    const end = (isReached) => { socket.destroy(); resolve(isReached) }
    socket.on('connect', () => end(true)).on('error', () => end(false)).on('timeout', () => end(false))
  })
}
export async function probe(places) {
  const reached = []
  await Promise.all(places.map(async (place) => { if (await reach(place)) reached.push(place) }))
  return { reached: reached.sort(), sockets: sockets.filter((path) => existsSync(path)) }
}
`

const server = `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { probe } from './probe.mjs'
const eaten = []
function eat() {
  // Pages that are written to are really taken.
  eaten.push(Buffer.alloc(16 << 20, eaten.length + 1))
  setTimeout(eat, 20)
}
createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://app')
  const answer = (value) => response.end(JSON.stringify(value))
  if (pathname === '/probe') return answer(await probe(searchParams.get('places').split(',')))
  if (pathname === '/built') return answer(JSON.parse(readFileSync('built.json', 'utf8')))
  if (pathname === '/eat') { eat(); return answer('eating') }
  answer('ready')
}).listen(3000, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`

/** `run`: what the build does before the app is there. */
function dockerfile(run = 'RUN echo "{}" > built.json'): string {
  return `FROM node:24-slim\nWORKDIR /app\nCOPY probe.mjs ./\n${run}\nCOPY server.mjs ./\nCMD ["node", "server.mjs"]\n`
}

export function proberFiles(run?: string): RepositoryFile[] {
  return [
    { path: 'Dockerfile', content: dockerfile(run) },
    { path: 'probe.mjs', content: probe },
    { path: 'server.mjs', content: server },
  ]
}
