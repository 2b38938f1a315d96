import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { resize } from './resize.js'

const connection = new Redis(process.env.REDIS_URL!, { maxRetriesPerRequest: null })

const worker = new Worker('thumbnails', async (job) => await resize(job.data.key), {
  connection,
  concurrency: Number(process.env.CONCURRENCY ?? 4),
})

worker.on('failed', (job, error) => console.error(job?.id, error))
process.on('SIGTERM', () => worker.close())
