import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { internet, type Network, postOutside } from '#app/platform/fetch-page.server.ts'

const oid = { sha256: '2.16.840.1.101.3.4.2.1', tstInfo: '1.2.840.113549.1.9.16.1.4' }
/** RFC 3161, section 2.3: the certificate of the service is for nothing else. */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/**
 * Asks a time-stamping service (RFC 3161) when a signature was there, by the SHA-256 of its bytes: nothing of the document leaves the house. The
 * answer is checked: the token is of these bytes and this request, and signed by a certificate in it that is for time stamps. Whether that
 * certificate is trusted is for whoever verifies the seal.
 * @returns the time-stamp token, as it stands in the answer
 * @throws Error where the service cannot be reached, refuses, or answers something else
 */
export async function requestTimeStamp(
  signature: Uint8Array<ArrayBuffer>,
  url: string,
  network: Network = internet,
): Promise<Sequence> {
  // A positive number of eight bytes.
  const nonce = randomBytes(8)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(signature).digest() }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  const answer = await postOutside(
    url,
    {
      body: new Uint8Array(request.toSchema().toBER()),
      ...{ contentType: 'application/timestamp-query', accept: 'application/timestamp-reply' },
    },
    network,
  )
  const bytes = new Uint8Array(answer)
  const { status, timeStampToken } = TimeStampResp.fromBER(bytes)
  if (!timeStampToken || status.status > 1) throw new Error(`the service refused (status ${status.status})`)
  const signed = new SignedData({ schema: timeStampToken.content })
  const { eContentType, eContent } = signed.encapContentInfo
  if (eContentType !== oid.tstInfo || !eContent) throw new Error('the answer holds no time stamp')
  const info = TSTInfo.fromBER(new Uint8Array(eContent.getValue()))
  const isAnswer = info.nonce && nonce.equals(Buffer.from(info.nonce.valueBlock.valueHexView))
  if (!isAnswer) throw new Error('the time stamp answers another request')
  const { signatureVerified, signerCertificate } = await signed.verify({
    ...{ signer: 0, data: signature.buffer, checkChain: false, extendedMode: true },
  })
  if (!signatureVerified) throw new Error('the time stamp is not of this signature, or not signed')
  const usage = signerCertificate?.extensions?.find(({ extnID }) => extnID === '2.5.29.37')?.parsedValue
  if (!(usage instanceof ExtKeyUsage) || !usage.keyPurposes.includes(timeStamping))
    throw new Error('the certificate of the service is not for time stamps')
  const token = (fromBER(bytes).result as Sequence).valueBlock.value[1]
  if (!(token instanceof Sequence)) throw new Error('the answer cannot be read')
  return token
}
