import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { CertBag, Certificate, PFX, PKCS8ShroudedKeyBag, type SafeContents } from 'pkijs'

export class WrongPassword extends Error {}

/** A private key with certificates, in any order, one of which is of this key. */
export type KeyWithCertificates = { key: KeyObject; certificates: readonly X509Certificate[] }

/**
 * Opens a PKCS#12 file (RFC 7292) that the password protects.
 * @throws WrongPassword; Error for whatever else is wrong with it, also where it has no private key or several, or is encrypted
 * with RC2 or Triple DES as programs did it before 2021 (docs/operations.md says how to change that)
 */
export async function openPkcs12(file: Uint8Array, password: string): Promise<KeyWithCertificates> {
  const secret = new TextEncoder().encode(password).buffer
  const pfx = PFX.fromBER(new Uint8Array(file))
  await pfx.parseInternalValues({ password: secret, checkIntegrity: true }).catch((error: unknown) => {
    throw String(error).includes('Integrity') ? new WrongPassword() : error
  })
  const safe = pfx.parsedValue?.authenticatedSafe
  if (!safe) throw new Error('A PKCS#12 file without content')
  await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) })
  const { safeContents } = safe.parsedValue as { safeContents: { value: SafeContents }[] }
  const bags = safeContents.flatMap(({ value }) => value.safeBags.map(({ bagValue }) => bagValue))
  const [key, ...more] = bags
    .filter((bag) => bag instanceof PKCS8ShroudedKeyBag)
    .map((bag) => createPrivateKey({ key: derOf(bag), format: 'der', type: 'pkcs8', passphrase: password }))
  if (!key || more.length > 0) throw new Error(`A PKCS#12 file needs one private key, not ${key ? more.length + 1 : 0}`)
  const certificates = bags
    .map((bag) => bag instanceof CertBag && bag.parsedValue)
    .filter((parsed) => parsed instanceof Certificate)
    .map((certificate) => new X509Certificate(derOf(certificate)))
  return { key, certificates }
}

const derOf = (value: PKCS8ShroudedKeyBag | Certificate): Buffer => Buffer.from(value.toSchema().toBER())
