/** A metadata service next to the server, as clouds have one: the server and every program on it can reach it. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from '../fixtures/target.ts'

export const metadataUrl = 'http://169.254.169.254/'
export const metadataAnswer = 'instance-credentials'

const program = `require('node:http').createServer((_, response) => response.end('${metadataAnswer}')).listen(80)`
const startWithinMs = 60_000

/** Runs in a network namespace behind its own link, so that packets to it are forwarded, as to another machine. */
const script = `set -eu
docker run --detach --name metadata --network none node:24-slim node -e "$1" > /dev/null
process=$(docker inspect --format '{{.State.Pid}}' metadata)
ip link add metadata0 type veth peer name metadata1
ip address add 169.254.169.253/30 dev metadata0
ip link set metadata0 up
ip link set metadata1 netns "$process"
nsenter --target "$process" --net ip address add 169.254.169.254/30 dev metadata1
nsenter --target "$process" --net ip link set metadata1 up
`

/** The server needs the image node:24-slim. */
export async function placeMetadata(target: Target): Promise<void> {
  await target.mustExec(['bash', '-s', '--', program], { stdin: script })
  const answers = async () => (await target.exec(['curl', '--silent', '--max-time', '2', metadataUrl])).stdout
  for (const deadline = Date.now() + startWithinMs; (await answers()) !== metadataAnswer; await delay(200))
    if (Date.now() > deadline) throw new Error('the server does not reach its metadata service')
}
