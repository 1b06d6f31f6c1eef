import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Network } from '#app/platform/fetch-page.server.ts'

type Received = { headers: IncomingHttpHeaders; body: Buffer }

/** A browser's keys for push messages, and how it decrypts them (RFC 8291, RFC 8188). */
export function pushBrowser() {
  const ecdh = createECDH('prime256v1')
  const ownKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const derive = (ikm: Buffer, salt: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, info, length))
  return {
    keys: { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') },
    read({ headers, body }: Received): unknown {
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error(`encoded as ${headers['content-encoding']}`)
      const salt = body.subarray(0, 16)
      const senderKey = body.subarray(21, 21 + (body[20] ?? 0))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey])
      const ikm = derive(ecdh.computeSecret(senderKey), auth, info, 32)
      const cipher = body.subarray(21 + senderKey.length)
      const [key, nonce] = [
        derive(ikm, salt, 'Content-Encoding: aes128gcm\0', 16),
        derive(ikm, salt, 'Content-Encoding: nonce\0', 12),
      ]
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(cipher.subarray(-16))
      const record = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()])
      return JSON.parse(record.subarray(0, record.lastIndexOf(2)).toString())
    },
  }
}

/** The claims of a message's signature by its sender (RFC 8292), once it is checked with the sender's key. */
export function senderOf({ headers }: Received, publicKey: string): Record<string, unknown> {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('signed by another key')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const [head, claims = '', signature = ''] = token.split('.')
  const from = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const }
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), from, Buffer.from(signature, 'base64url')))
    throw new Error('a wrong signature')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/** A push service on this machine, until the test has finished. It answers with `statuses`, one after the other, then 201. */
export async function pushService(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    received.push({ headers: request.headers, body })
    response.writeHead(statuses.shift() ?? 201).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const network: Network = { ports: [port], allowed: ['127.0.0.1'], timeout: 5_000 }
  return { received, network, endpoint: (name: string) => `http://127.0.0.1:${port}/${name}`, statuses }
}
