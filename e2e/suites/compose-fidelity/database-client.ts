/**
 * A program for containers that signs in to PostgreSQL and Redis with what its variables say, and writes the result to
 * a file. It speaks both protocols itself, because the image has no client libraries. Node runs its text.
 */
export const resultPath = '/tmp/result.json'

export const databaseClient = String.raw`
const net = require('net'), crypto = require('crypto'), fs = require('fs'), env = process.env
process.on('SIGTERM', () => process.exit(0))
const hmac = (key, text) => crypto.createHmac('sha256', key).update(text).digest()

function postgres({ host, port, user, password, database }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), host)
    const send = (type, body) => {
      const head = Buffer.alloc(4)
      head.writeInt32BE(body.length + 4)
      socket.write(Buffer.concat([Buffer.from(type), head, body]))
    }
    const nonce = crypto.randomBytes(12).toString('base64')
    let rest = Buffer.alloc(0), row = null
    const answer = (kind, text) => {
      if (kind === 10) {
        const first = Buffer.from('n,,n=,r=' + nonce), length = Buffer.alloc(4)
        length.writeInt32BE(first.length)
        send('p', Buffer.concat([Buffer.from('SCRAM-SHA-256\0'), length, first]))
      }
      if (kind !== 11) return
      const [, r, s, i] = /^r=(.*),s=(.*),i=(.*)$/.exec(text)
      const salted = crypto.pbkdf2Sync(password, Buffer.from(s, 'base64'), Number(i), 32, 'sha256')
      const key = hmac(salted, 'Client Key'), bare = 'c=biws,r=' + r
      const signed = hmac(crypto.createHash('sha256').update(key).digest(), 'n=,r=' + nonce + ',' + text + ',' + bare)
      const proof = Buffer.from(key.map((byte, at) => byte ^ signed[at])).toString('base64')
      send('p', Buffer.from(bare + ',p=' + proof))
    }
    socket.on('data', (data) => {
      rest = Buffer.concat([rest, data])
      while (rest.length > 4 && rest.length > rest.readInt32BE(1)) {
        const type = String.fromCharCode(rest[0]), body = rest.subarray(5, rest.readInt32BE(1) + 1)
        rest = rest.subarray(rest.readInt32BE(1) + 1)
        if (type === 'R') answer(body.readInt32BE(0), body.subarray(4).toString())
        if (type === 'E') reject(new Error(body.toString()))
        if (type === 'D') row = body.subarray(6).toString()
        if (type === 'Z' && row !== null) { socket.end(); resolve(row) }
        else if (type === 'Z') send('Q', Buffer.from("select current_user || ' ' || current_database()\0"))
      }
    })
    socket.on('error', reject)
    send('', Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(['user', user, 'database', database, ''].join('\0') + '\0')]))
  })
}

function redis({ hostname, port, username, password, pathname }) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname)
    let text = ''
    socket.on('data', (data) => {
      text += data
      if (text.split('\r\n').length > 3) { socket.end(); resolve(text.split('\r\n').slice(0, 3).join(' ')) }
    })
    socket.on('error', reject)
    socket.write('AUTH ' + password + '\r\nSELECT ' + pathname.slice(1) + '\r\nSET a b\r\n')
  })
}

async function main() {
  const [host, port] = env.WORDPRESS_DB_HOST.split(':')
  const { WORDPRESS_DB_USER: user, WORDPRESS_DB_PASSWORD: password, WORDPRESS_DB_NAME: database } = env
  const url = new URL(env.GF_DATABASE_URL)
  const [scheme, dsn] = [url.search, Object.fromEntries(env.DSN.split(' ').map((pair) => pair.split('=')))]
  return {
    parts: await postgres({ host, port, user, password, database }),
    url: await postgres({ host: url.hostname, port: url.port || 5432, user: url.username, password: decodeURIComponent(url.password), database: url.pathname.slice(1) }),
    dsn: await postgres({ host: dsn.host, port: 5432, user: dsn.user, password: dsn.password, database: dsn.dbname }),
    query: scheme,
    redis: await redis(new URL(env.BROKER)),
    login: env.APP_LOGIN,
    site: env.SITE,
    seesPassword: env.PW !== undefined,
  }
}

main().catch((error) => ({ error: error.message })).then((result) => {
  fs.writeFileSync('${resultPath}', JSON.stringify(result))
  require('http').createServer((_, response) => response.end('ok')).listen(3000)
})
`
