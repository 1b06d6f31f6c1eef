import type { Socket } from 'node:net'
import type { GroundworkServer } from './socket-types.ts'

/**
 * Makes the packets that wait for one websocket leave in one write. Each would be a system call of its own, which costs more
 * than everything else about a delivery.
 */
export function joinWrites(io: GroundworkServer): void {
  let joined: Socket | null = null
  // Engine.IO says both around one synchronous hand-over.
  io.engine.on('flush', ({ transport, request }, packets) => {
    if (packets.length < 2 || transport.name !== 'websocket') return
    request.socket.cork()
    joined = request.socket
  })
  io.engine.on('drain', () => {
    joined?.uncork()
    joined = null
  })
}
