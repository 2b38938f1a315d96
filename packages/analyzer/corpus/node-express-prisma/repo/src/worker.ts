import { Worker } from 'bullmq'
import { connection } from './queue'

new Worker('mail', async (job) => console.log('mail to', job.data.email), { connection })
