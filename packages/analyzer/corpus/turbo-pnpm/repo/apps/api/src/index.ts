import { db } from '@repo/db'
import express from 'express'

const app = express()
app.get('/status', (_, res) => res.json({ ok: Boolean(db) }))
app.listen(process.env.PORT || 5001)
