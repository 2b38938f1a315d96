import { channel } from './queue.js'

await channel.consume('crops', (message) => {
  if (message !== null) channel.ack(message)
})
