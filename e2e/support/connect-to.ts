/** Exits 0 when a TCP connection to HOST PORT can be made. */
import { connect } from 'node:net'

const [host = '', port = ''] = process.argv.slice(2)
const socket = connect({ host, port: Number(port), timeout: 2_000 })
socket.once('connect', () => process.exit(0))
socket.once('timeout', () => process.exit(1))
socket.once('error', () => process.exit(1))
