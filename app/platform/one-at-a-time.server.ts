import type { Socket } from 'node:net'
import type { NextFunction, Request, Response } from 'express'

/** When the last request so far of each connection has been answered. */
const answered = new WeakMap<Socket, Promise<void>>()

/**
 * Works on one request of a connection at a time. HTTP/1.1 lets a client send further requests without waiting for an answer
 * (pipelining); Node starts them all at once. Those of a connection that has closed are never started.
 */
export function oneAtATime({ socket }: Request, response: Response, next: NextFunction): void {
  const before = answered.get(socket)
  answered.set(socket, new Promise((done) => response.once('close', done)))
  if (!before) return next()
  void before.then(() => {
    if (!socket.destroyed) next()
  })
}
