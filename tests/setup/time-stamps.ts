import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Integer, ObjectIdentifier, OctetString } from 'asn1js'
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import type { Network } from '#app/platform/fetch-page.server.ts'
import { type Holder, holder, imported } from '#tests/setup/x509-certificates.ts'

/** What is wrong with a service's answers. */
type Fault = 'refused' | 'other nonce' | 'other hash' | 'other usage' | 'no stamp' | 'failure' | 'garbage' | 'too long'

const tstInfo = '1.2.840.113549.1.9.16.1.4'
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A time-stamping service (RFC 3161) on loopback, with what it was asked, and the network in which it is reached. */
export async function timeStampService(fault?: Fault) {
  const usage = fault === 'other usage' ? '1.3.6.1.5.5.7.3.1' : '1.3.6.1.5.5.7.3.8'
  const own = await holder('A time-stamping service', { usage })
  const chain =
    fault === 'too long' ? await Promise.all(Array.from({ length: 30 }, (_, at) => holder(`Issuer ${at}`))) : []
  const asked: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const query = Buffer.concat(chunks)
    asked.push(query)
    const isQuery = request.method === 'POST' && request.headers['content-type'] === 'application/timestamp-query'
    response.statusCode = isQuery && fault !== 'failure' ? 200 : 503
    response.setHeader('Content-Type', 'application/timestamp-reply')
    response.end(fault === 'garbage' ? 'no DER' : await answer(query, own, chain, fault))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const network: Network = { ports: [port], allowed: ['127.0.0.1'], timeout: 5000 }
  return {
    url: `http://127.0.0.1:${port}/tsa`,
    ...{ asked, network },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(query: Buffer, own: Holder, chain: Holder[], fault?: Fault): Promise<Buffer> {
  const { messageImprint, nonce } = TimeStampReq.fromBER(new Uint8Array(query))
  if (fault === 'refused' || fault === 'no stamp')
    return written(new TimeStampResp({ status: new PKIStatusInfo({ status: fault === 'refused' ? 2 : 0 }) }))
  if (fault === 'other hash') messageImprint.hashedMessage = new OctetString({ valueHex: sha256(Buffer.from('other')) })
  const info = new TSTInfo({
    ...{ version: 1, policy: '1.2.3.4', messageImprint, serialNumber: new Integer({ value: 1 }), genTime: new Date() },
    nonce: fault === 'other nonce' ? new Integer({ value: 7 }) : (nonce as Integer),
  })
  const content = new Uint8Array(info.toSchema().toBER())
  const { issuer, serialNumber } = own.certificate
  const attributes = [
    new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: tstInfo })] }),
    new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: sha256(content) })] }),
  ]
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      ...{ eContentType: tstInfo, eContent: new OctetString({ valueHex: content }) },
    }),
    signerInfos: [
      new SignerInfo({
        ...{ version: 1, sid: new IssuerAndSerialNumber({ issuer, serialNumber }) },
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [own, ...chain].map(({ certificate }) => certificate),
  })
  await signed.sign(await imported(own.key, 'pkcs8'), 0, 'SHA-256')
  const timeStampToken = new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) })
  return written(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken }))
}

const written = (answer: TimeStampResp): Buffer => Buffer.from(answer.toSchema().toBER())
