import { generateKeyPairSync, type KeyObject, webcrypto } from 'node:crypto'
import { Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  AuthenticatedSafe,
  CertBag,
  Certificate,
  Extension,
  ExtKeyUsage,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs'

/** A certificate with its private key. */
export type Holder = { name: string; key: KeyObject; certificate: Certificate }

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
const day = 86_400_000
let serial = 1

/** A key for the cryptography of pkijs. */
export const imported = (key: KeyObject, format: 'pkcs8' | 'spki') =>
  webcrypto.subtle.importKey(format, key.export({ type: format, format: 'der' }) as Buffer, algorithm, true, [
    format === 'pkcs8' ? 'sign' : 'verify',
  ])

const named = (value: string) => new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value }) })

/** When a certificate is valid: for a month each way, until yesterday, or from tomorrow. */
const validity = { now: [-30, 30], ended: [-30, -1], later: [1, 30] } as const

/** Someone with a certificate of `bits` that an issuer, or they themselves, made; `usage` is the one thing that it is for (an OID). */
export async function holder(
  name: string,
  {
    issuer,
    bits = 2048,
    when = 'now',
    usage,
  }: { issuer?: Holder; bits?: number; when?: keyof typeof validity; usage?: string } = {},
): Promise<Holder> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: serial++ }) })
  certificate.subject.typesAndValues.push(named(name))
  certificate.issuer.typesAndValues.push(named(issuer?.name ?? name))
  const [from, to] = validity[when]
  certificate.notBefore.value = new Date(Date.now() + from * day)
  certificate.notAfter.value = new Date(Date.now() + to * day)
  if (usage) {
    const extnValue = new ExtKeyUsage({ keyPurposes: [usage] }).toSchema().toBER()
    certificate.extensions = [new Extension({ extnID: '2.5.29.37', critical: true, extnValue })]
  }
  await certificate.subjectPublicKeyInfo.importKey(await imported(publicKey, 'spki'))
  await certificate.sign(await imported(issuer?.key ?? privateKey, 'pkcs8'), 'SHA-256')
  return { name, key: privateKey, certificate }
}

/** A PKCS#12 file as OpenSSL 3 writes it: the key and the certificates encrypted by the password. */
export async function pkcs12(key: KeyObject, certificates: Certificate[], password: string): Promise<Buffer> {
  const secret = new TextEncoder().encode(password).buffer
  const encryption = {
    ...{ password: secret, contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 } },
    ...{ hmacHashAlgorithm: 'SHA-256', iterationCount: 2048 },
  }
  const info = PrivateKeyInfo.fromBER(new Uint8Array(key.export({ type: 'pkcs8', format: 'der' })))
  const shrouded = new PKCS8ShroudedKeyBag({ parsedValue: info })
  await shrouded.makeInternalValues(encryption as Parameters<typeof shrouded.makeInternalValues>[0])
  const ofKey = new SafeContents({
    safeBags: [new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.2', bagValue: shrouded })],
  })
  const ofCertificates = new SafeContents({
    safeBags: certificates.map(
      (parsedValue) => new SafeBag({ bagId: '1.2.840.113549.1.12.10.1.3', bagValue: new CertBag({ parsedValue }) }),
    ),
  })
  const safe = new AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        { privacyMode: 0, value: ofKey },
        { privacyMode: 1, value: ofCertificates },
      ],
    },
  })
  await safe.makeInternalValues({ safeContents: [{}, encryption] })
  const pfx = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe: safe } })
  await pfx.makeInternalValues({
    ...{ password: secret, iterations: 2048 },
    ...{ pbkdf2HashAlgorithm: 'SHA-256', hmacHashAlgorithm: 'SHA-256' },
  })
  return Buffer.from(pfx.toSchema().toBER())
}
