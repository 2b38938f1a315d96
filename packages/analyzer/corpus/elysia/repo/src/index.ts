import { Elysia } from 'elysia'
import mongoose from 'mongoose'

await mongoose.connect(process.env.MONGO_URL!)
const app = new Elysia().get('/', () => 'Hello Elysia').listen(3001)

console.log(`running at ${app.server?.hostname}:${app.server?.port}`)
