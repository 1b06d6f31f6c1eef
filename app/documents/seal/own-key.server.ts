import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, GeneralName, GeneralNames } from 'pkijs'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import type { KeyWithCertificates } from './pkcs12.server.ts'

/** How long the installation's own certificate is valid. */
const validYears = 10

/** Object identifiers of X.520 and RFC 5280. */
const oid = {
  commonName: '2.5.4.3',
  ...{ keyUsage: '2.5.29.15', subjectAltName: '2.5.29.17', basicConstraints: '2.5.29.19' },
}
/** digitalSignature and nonRepudiation, the first two bits (RFC 5280, section 4.2.1.3). */
const signsDocuments = new Uint8Array([0xc0])
const uniformResourceIdentifier = 6

/**
 * Opens the key that the installation made for itself, a PEM file that only the server's user can read, and makes it where there is
 * none. Of several processes that make it at once, all get the one that was stored first.
 */
export async function openOwnKey(file: string): Promise<KeyWithCertificates> {
  const pem = (await readIfThere(file)) ?? (await makeOnce(file))
  return { key: createPrivateKey(pem), certificates: [new X509Certificate(pem)] }
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

/** A link, unlike a rename, never replaces a file: a key that somebody has sealed with stays. */
async function makeOnce(file: string): Promise<string> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const certificate = await certify(privateKey, publicKey)
  const made = `${file}.${randomBytes(8).toString('hex')}`
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(made, `${certificate}${privateKey.export({ type: 'pkcs8', format: 'pem' })}`, {
      mode: 0o600,
      flush: true,
    })
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(made, { force: true })
  }
  return readFile(file, 'utf8')
}

/** A certificate of the key by the key itself, in the name of the product, with the address of this installation. */
async function certify(privateKey: KeyObject, publicKey: KeyObject): Promise<string> {
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const imported = async (key: KeyObject, format: 'pkcs8' | 'spki', use: 'sign' | 'verify') =>
    webcrypto.subtle.importKey(format, key.export({ type: format, format: 'der' }) as Buffer, algorithm, true, [use])
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: positive(randomBytes(16)) }),
  })
  const name = `${productName} ${new URL(env.origin).host}`.slice(0, 64)
  for (const { typesAndValues } of [certificate.subject, certificate.issuer])
    typesAndValues.push(new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: name }) }))
  // A day earlier: the clocks of readers differ.
  const from = new Date(Date.now() - 86_400_000)
  certificate.notBefore.value = from
  certificate.notAfter.value = new Date(new Date(from).setUTCFullYear(from.getUTCFullYear() + validYears))
  const address = new GeneralNames({ names: [new GeneralName({ type: uniformResourceIdentifier, value: env.origin })] })
  certificate.extensions = [
    extension(oid.basicConstraints, new BasicConstraints({ cA: false }).toSchema(), true),
    extension(oid.keyUsage, new BitString({ valueHex: signsDocuments, unusedBits: 6 }), true),
    extension(oid.subjectAltName, address.toSchema(), false),
  ]
  await certificate.subjectPublicKeyInfo.importKey(await imported(publicKey, 'spki', 'verify'))
  await certificate.sign(await imported(privateKey, 'pkcs8', 'sign'), 'SHA-256')
  return new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString()
}

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical: boolean) =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

/** A serial number is a positive integer (RFC 5280, section 4.1.2.2): its highest bit is 0, and its first byte is not. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}
