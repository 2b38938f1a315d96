import { PrismaClient } from '@prisma/client'
import express from 'express'

const prisma = new PrismaClient()
const app = express()
app.get('/', async (_request, response) => response.json(await prisma.entry.findMany()))
app.listen(process.env.PORT ?? 3000)
