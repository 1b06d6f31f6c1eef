// The baseline for chat: a Socket.IO server that broadcasts the same payload to a room and stores nothing.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

type Sent = { conversationId: string; text: string; clientId: string }

const http = createServer()
const io = new Server(http, { perMessageDeflate: false, serveClient: false })
let seq = 0

io.on('connection', (socket) => {
  socket.on('join_group', ({ groupId }: { groupId: string }, answer: (value: object) => void) => {
    void socket.join(groupId)
    answer({ ok: true, rev: seq })
  })
  socket.on('send_message', ({ conversationId, text, clientId }: Sent, answer: (value: object) => void) => {
    seq += 1
    const created_at = new Date().toISOString()
    const id = `01934f00-0000-7000-8000-${String(seq).padStart(12, '0')}`
    io.to(conversationId).emit('new_message', {
      group_id: conversationId,
      id,
      content: text,
      sender_id: clientId,
      sender_name: 'Somebody Somewhere',
      sender_avatar: null,
      created_at,
      is_edited: false,
      is_pinned: false,
      type: 'text',
      reactions: [],
      attachments: [],
      reply_to: null,
      status: 'sent',
      seq,
      rev: seq,
      client_id: clientId,
    })
    answer({ ok: true, id, seq, rev: seq, created_at })
  })
})
http.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (http.address() as AddressInfo).port })))
process.on('SIGTERM', () => process.exit(0))
