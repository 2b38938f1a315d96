import { Queue } from 'bullmq'

export const connection = { url: process.env.REDIS_URL ?? 'redis://localhost:6379' }
export const queue = new Queue('mail', { connection })
