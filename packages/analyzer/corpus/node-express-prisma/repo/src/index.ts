import 'dotenv/config'
import cors from 'cors'
import express from 'express'
import { healthRouter } from './routes/health'
import { ordersRouter } from './routes/orders'

const app = express()
app.use(cors({ origin: process.env.CORS_ORIGIN ?? '*' }))
app.use(express.json())
app.use('/api', healthRouter)
app.use('/api/orders', ordersRouter)

const port = process.env.PORT || 4000
app.listen(port, () => console.log(`listening on ${port}`))
