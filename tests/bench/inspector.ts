import { createServer } from 'node:net'
import WebSocket from 'ws'

/** A port that is free now, for a server that cannot choose one itself. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

/** A connection to the inspector of a Node process, which listens on this port. */
export async function connectInspector(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Array<{
    webSocketDebuggerUrl: string
  }>
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '', { perMessageDeflate: false })
  await new Promise((open) => socket.once('open', open))
  const answers = new Map<number, (result: unknown) => void>()
  socket.on('message', (text) => {
    const { id, result } = JSON.parse(String(text)) as { id: number; result: unknown }
    answers.get(id)?.(result)
    answers.delete(id)
  })
  let last = 0
  const send = (method: string) =>
    new Promise<unknown>((answered) => {
      last += 1
      answers.set(last, answered)
      socket.send(JSON.stringify({ id: last, method }))
    })
  return { send, close: () => socket.close() }
}
