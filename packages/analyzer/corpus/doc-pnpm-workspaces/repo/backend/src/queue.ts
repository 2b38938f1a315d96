import amqp from 'amqplib'

const connection = await amqp.connect(process.env.AMQP_URL!)
export const channel = await connection.createChannel()

export async function publish(body: unknown): Promise<void> {
  channel.sendToQueue('crops', Buffer.from(JSON.stringify(body)))
}
