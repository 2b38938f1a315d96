import { PrismaClient } from '@prisma/client'
import { Router } from 'express'
import jwt from 'jsonwebtoken'
import { queue } from '../queue'

const prisma = new PrismaClient()
export const ordersRouter = Router()

ordersRouter.use((req, res, next) => {
  try {
    jwt.verify(req.headers.authorization ?? '', process.env.JWT_SECRET!)
    next()
  } catch {
    res.status(401).end()
  }
})

ordersRouter.post('/', async (req, res) => {
  const order = await prisma.order.create({ data: req.body })
  await queue.add('mail', order)
  res.status(201).json(order)
})
