import type { Socket } from 'node:net'
import type { GroundworkServer } from './socket-types.ts'

/**
 * Writes all pending packets of a websocket at once. A system call for each would cost more than the rest of a delivery.
 */
export function corkWrites(io: GroundworkServer): void {
  let corked: Socket | null = null
  // Engine.IO emits both events around one synchronous flush.
  io.engine.on('flush', ({ transport, request }, packets) => {
    if (packets.length < 2 || transport.name !== 'websocket') return
    request.socket.cork()
    corked = request.socket
  })
  io.engine.on('drain', () => {
    corked?.uncork()
    corked = null
  })
}
