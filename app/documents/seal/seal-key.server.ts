import { createHash, type KeyObject, webcrypto, type X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { env, StartRefusal } from '#app/platform/env.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { signCms } from './cms.server.ts'
import { openOwnKey } from './own-key.server.ts'
import { type KeyWithCertificates, openPkcs12, WrongPassword } from './pkcs12.server.ts'

/** What this installation seals documents with. */
export type SealKey = {
  privateKey: webcrypto.CryptoKey
  /** The key's own certificate, then those of who issued it. */
  certificates: readonly [X509Certificate, ...X509Certificate[]]
  /** Bytes that every signature by the key fits in. */
  signatureLength: number
}

const opened = singleton('seal keys', () => new Map<string, Promise<SealKey>>())

/**
 * The key of `SEAL_KEY_FILE`, or else one that the installation makes for itself at the first need. A process opens it once.
 * @throws StartRefusal if the file of the setting cannot be used; Error if the installation's own cannot
 */
export function sealKey(): Promise<SealKey> {
  const file = env.SEAL_KEY_FILE ?? env.ownSealKeyPath
  let key = opened.get(file)
  if (!key) {
    key = env.SEAL_KEY_FILE
      ? givenKey(env.SEAL_KEY_FILE, env.SEAL_KEY_PASSWORD ?? '')
      : openOwnKey(file).then(asSealKey)
    key.catch(() => opened.delete(file))
    opened.set(file, key)
  }
  return key
}

/** SHA-256 of the certificate, by which people recognize it: 64 hexadecimal digits. */
export function fingerprintOf(certificate: X509Certificate): string {
  return createHash('sha256').update(certificate.raw).digest('hex')
}

async function givenKey(file: string, password: string): Promise<SealKey> {
  const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartRefusal([`SEAL_KEY_FILE: cannot be read (${code})`])
  })
  const { key, certificates } = await openPkcs12(bytes, password).catch((error: unknown) => {
    if (error instanceof WrongPassword) throw new StartRefusal(['SEAL_KEY_PASSWORD: does not open SEAL_KEY_FILE'])
    throw new StartRefusal([
      'SEAL_KEY_FILE: must be a PKCS#12 file encrypted with AES, with one private key and its certificates',
    ])
  })
  return asSealKey({ key, certificates }).catch(({ message }: Error) => {
    throw new StartRefusal([`SEAL_KEY_FILE: ${message}`])
  })
}

/** Puts the certificate of the key first. */
async function asSealKey({ key, certificates }: KeyWithCertificates): Promise<SealKey> {
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key))
  const algorithm = algorithmOf(key)
  if (!own) throw new Error('has no certificate of its private key')
  if (!algorithm) throw new Error('its key must be RSA of 2048 bits or more, or ECDSA P-256')
  const der = key.export({ type: 'pkcs8', format: 'der' })
  const privateKey = await webcrypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  const issuers = certificates.filter((certificate) => certificate !== own)
  const usable = { privateKey, certificates: [own, ...issuers] as const }
  // All signatures of a key are as long as one, but for the few bytes by which those of ECDSA vary.
  return { ...usable, signatureLength: (await signCms(usable, new Uint8Array())).length + 16 }
}

/** How the key signs; null for kinds that common viewers do not verify. */
function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  const { modulusLength = 0, namedCurve } = asymmetricKeyDetails ?? {}
  if (asymmetricKeyType === 'rsa' && modulusLength >= 2048) return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  if (asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return { name: 'ECDSA', namedCurve: 'P-256' }
  return null
}
