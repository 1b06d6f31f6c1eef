import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { newId } from '#db/ids.ts'
import { passkeys } from '#db/schema/passkeys.ts'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes what credentials are made of: CBOR's integers, texts, bytes and maps (RFC 8949). */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((entry) => entry.map(cbor))])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

const base64 = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

export type Lies = { origin?: string; rpId?: string; verified?: boolean; counter?: number; handle?: string | null }

/** An authenticator with one passkey (ES256), as a device has it: it makes and signs what browsers answer. */
export class TestPasskey {
  readonly id = randomBytes(16)
  private counter = 0
  private readonly key: KeyObject
  private readonly handle: string

  constructor(userId: string) {
    this.handle = userId
    this.key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  }

  get credentialId(): string {
    return base64(this.id)
  }

  /** The public key as COSE (RFC 9053, 7.1.1). */
  get publicKey(): Buffer {
    const { x = '', y = '' } = createPublicKey(this.key).export({ format: 'jwk' })
    const [abscissa, ordinate] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
    const entries: Array<[number, Cbor]> = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, abscissa],
      [-3, ordinate],
    ]
    return cbor(new Map(entries))
  }

  /** What `navigator.credentials.create` returns for a challenge, as JSON. */
  create(challenge: string, lies: Lies = {}): string {
    const size = Buffer.alloc(2)
    size.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), size, this.id, this.publicKey])
    const attestation: Array<[string, Cbor]> = [
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', this.data(lies, attested)],
    ]
    const attestationObject = base64(cbor(new Map(attestation)))
    const clientDataJSON = this.client('webauthn.create', challenge, lies)
    return this.answer({ clientDataJSON, attestationObject, transports: ['internal'] })
  }

  /** What `navigator.credentials.get` returns for a challenge, as JSON. */
  sign(challenge: string, lies: Lies = {}): string {
    this.counter += 1
    const authenticatorData = this.data(lies)
    const clientDataJSON = this.client('webauthn.get', challenge, lies)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const handle = lies.handle === undefined ? this.handle : lies.handle
    return this.answer({
      clientDataJSON,
      authenticatorData: base64(authenticatorData),
      signature: base64(sign('sha256', signed, this.key)),
      userHandle: handle === null ? null : base64(Buffer.from(handle)),
    })
  }

  /** Stores the passkey as one of a person's, as if they had added it. */
  give({ db, actor, now }: UserContext): string {
    const id = newId()
    const stored = { credentialId: this.credentialId, publicKey: base64(this.publicKey), transports: ['internal'] }
    db.insert(passkeys)
      .values({ id, userId: actor.id, name: 'Phone', ...stored, counter: 0, createdAt: now })
      .run()
    return id
  }

  private data({ rpId, verified = true, counter = this.counter }: Lies, attested?: Buffer): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const host = rpId ?? new URL(env.origin).hostname
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  private client(type: string, challenge: string, { origin = env.origin }: Lies): string {
    return base64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  }

  private answer(response: object): string {
    const { credentialId: id } = this
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} })
  }
}
