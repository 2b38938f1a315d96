import express from 'express'

const app = express()
app.get('/', (_request, response) => response.send('hello from express'))
app.get('/healthz', (_request, response) => response.send('ok'))

const port = Number(process.env.PORT ?? 3000)
const server = app.listen(port)
process.on('SIGTERM', () => server.close(() => process.exit(0)))
