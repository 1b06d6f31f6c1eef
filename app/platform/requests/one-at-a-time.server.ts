import type { Socket } from 'node:net'
import type { NextFunction, Request, Response } from 'express'

/** Settles when the latest request of each connection has been answered. */
const answered = new WeakMap<Socket, Promise<void>>()

/**
 * Handles one request of a connection at a time. HTTP/1.1 lets a client send further requests before the first is
 * answered (pipelining), and Node starts them all at once. Requests of a closed connection are never started.
 */
export function oneAtATime({ socket }: Request, response: Response, next: NextFunction): void {
  const before = answered.get(socket)
  answered.set(socket, new Promise((done) => response.once('close', done)))
  if (!before) return next()
  void before.then(() => {
    if (!socket.destroyed) next()
  })
}
