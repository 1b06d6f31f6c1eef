import { createHash, type X509Certificate } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SealKey } from './seal-key.server.ts'

/** Object identifiers of RFC 5652 and RFC 5035. */
const oid = {
  ...{ data: '1.2.840.113549.1.7.1', signedData: '1.2.840.113549.1.7.2' },
  ...{ contentType: '1.2.840.113549.1.9.3', messageDigest: '1.2.840.113549.1.9.4' },
  ...{ signingCertificateV2: '1.2.840.113549.1.9.16.2.47', timeStampToken: '1.2.840.113549.1.9.16.2.14' },
}

/**
 * A detached CMS signature of the content, as PAdES B-B asks for (ETSI EN 319 142-1, section 6.3): SHA-256, the attributes content-type,
 * message-digest and signing-certificate-v2, all certificates, and no signing-time, which stands in the PDF. With `stamp`, which gets the bytes of the
 * signature, the time-stamp token that it returns, if any, is an unsigned attribute (PAdES B-T). DER.
 */
export async function signCms(
  { privateKey, certificates }: Pick<SealKey, 'privateKey' | 'certificates'>,
  content: Uint8Array,
  stamp?: (signature: Uint8Array<ArrayBuffer>) => Promise<Sequence | null>,
): Promise<Uint8Array> {
  const [own] = certificates
  const parsed = certificates.map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)))
  const { issuer, serialNumber } = parsed[0] as Certificate
  // DER orders a set by its elements' bytes, which begin with their length: the short ones first.
  const attributes = [
    attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
    attribute(oid.messageDigest, new OctetString({ valueHex: sha256(content) })),
    attribute(oid.signingCertificateV2, signingCertificate(own)),
  ]
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
  })
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: parsed,
  })
  await signed.sign(privateKey, 0, 'SHA-256')
  const token = await stamp?.(new Uint8Array(signer.signature.getValue()))
  if (token)
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(oid.timeStampToken, token)],
    })
  const message = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return new Uint8Array(message.toSchema().toBER())
}

/** SigningCertificateV2 of one ESSCertIDv2, whose hash is SHA-256 unless it says otherwise (RFC 5035, section 4). */
function signingCertificate({ raw }: X509Certificate): Sequence {
  const certId = new Sequence({ value: [new OctetString({ valueHex: sha256(raw) })] })
  return new Sequence({ value: [new Sequence({ value: [certId] })] })
}

const attribute = (type: string, value: ObjectIdentifier | OctetString | Sequence) =>
  new Attribute({ type, values: [value] })

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
