import 'dotenv/config'
import cors from 'cors'
import express from 'express'
import mongoose from 'mongoose'
import { parcels } from './routes/parcels.js'

const app = express()
const port = Number(process.env.PORT) || 8080

app.use(cors({ origin: process.env.ALLOWED_ORIGIN ?? '*' }))
app.use(express.json())
app.get('/health', (_req, res) => {
  res.sendStatus(200)
})
app.use('/parcels', parcels)

await mongoose.connect(process.env.MONGODB_URI!)
app.listen(port, () => console.log(`http://localhost:${port}`))
