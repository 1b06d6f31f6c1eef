import { randomBytes, type X509Certificate } from 'node:crypto'
import type PDFDocument from 'pdfkit'
import { env } from '#app/platform/env.server.ts'
import { internet, type Network } from '#app/platform/fetch-page.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { signCms } from './cms.server.ts'
import { requireValid } from './seal-certificate.server.ts'
import { fingerprintOf, sealKey } from './seal-key.server.ts'
import { requestTimeStamp } from './time-stamp.server.ts'

/** A seal for one PDF. */
export type Seal = {
  /** SHA-256 of the certificate: 64 hexadecimal digits. */
  fingerprint: string
  certificate: X509Certificate
  /** Reserves the seal's place in a document that is complete but not ended. */
  reserve(pdf: InstanceType<typeof PDFDocument>): void
  /** The document that `reserve` was asked for, as pdfkit wrote it, with the seal in its place, and whether that has a time stamp. */
  fill(bytes: Uint8Array): Promise<{ bytes: Uint8Array; isStamped: boolean }>
}

/** What pdfkit has and its types do not: what its own forms and outlines are written with. */
type Internals = {
  _root: { data: { AcroForm: { data: Record<string, unknown> & { Fields: unknown[] } }; Perms?: unknown } }
  ref(data: Record<string, unknown>): { end(): void }
  initForm(): void
  page: { dictionary: unknown; annotations: unknown[] }
}

/** Bytes of the place for a time stamp with the certificates of its service. */
const stampLength = 16_384

/** Wider than any offset, and as wide as pdfkit writes it. */
const anyOffset = 9_999_999_999

/**
 * Prepares the seal of a PDF: PAdES B-B (ETSI EN 319 142-1) that certifies the document and allows no change (DocMDP 1; ISO 32000-2,
 * section 12.8.2.2), by the key of this installation. With a time-stamping service
 * (`TIMESTAMP_URL`) it is B-T; where that gives none, the seal is made without, and the log says so.
 * @param reason why the document is sealed, for the viewer's panel
 * @param at the time of sealing by this server's clock, UTC ms
 * @param network what of the internet may be reached for a time stamp
 * @throws AppError busy when its certificate is not valid then; StartRefusal or Error if the key cannot be used
 */
export async function prepareSeal({
  reason,
  at,
  network = internet,
}: {
  reason: string
  at: number
  network?: Network
}): Promise<Seal> {
  const key = await sealKey()
  const [own] = key.certificates
  requireValid(own, at)
  const url = env.TIMESTAMP_URL
  const place = randomBytes(key.signatureLength + (url ? stampLength : 0))
  return {
    fingerprint: fingerprintOf(own),
    certificate: own,
    reserve: (pdf) => reserve(pdf as unknown as Internals, place, reason, at),
    async fill(bytes) {
      const { sealed, before, after } = measure(bytes, place)
      const content = Buffer.concat([before, after])
      const stamp = url ? (signed: Uint8Array<ArrayBuffer>) => stampOf(signed, url, network) : undefined
      const signature = await signCms(key, content, stamp)
      const isStamped = signature.length > key.signatureLength
      const hex = Buffer.from(signature)
        .toString('hex')
        .padEnd(2 * place.length, '0')
      sealed.write(`<${hex}>`, before.length, 'latin1')
      return { bytes: sealed, isStamped }
    },
  }
}

/** A time stamp that fits into its place; null where there is none, which the log says. */
async function stampOf(signature: Uint8Array<ArrayBuffer>, url: string, network: Network) {
  try {
    const token = await requestTimeStamp(signature, url, network)
    // Room for the attribute around it.
    if (token.toBER().byteLength > stampLength - 64) throw new Error('the time stamp is too long')
    return token
  } catch (error) {
    logger.warn({ err: error, service: new URL(url).host }, 'A document is sealed without a time stamp.')
    return null
  }
}

/** Random bytes hold the place, so that no text of the document can pass for it. */
function reserve(pdf: Internals, place: Buffer, reason: string, at: number): void {
  const transform = { Type: 'TransformParams', P: 1, V: '1.2' }
  const signature = pdf.ref({
    ...{ Type: 'Sig', Filter: 'Adobe.PPKLite', SubFilter: 'ETSI.CAdES.detached' },
    ByteRange: [0, anyOffset, anyOffset, anyOffset],
    Contents: place,
    Reason: new String(reason),
    ContactInfo: new String(`${env.origin}/seal`),
    M: new Date(at),
    Reference: [{ Type: 'SigRef', TransformMethod: 'DocMDP', TransformParams: transform }],
  })
  const field = pdf.ref({
    ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', Rect: [0, 0, 0, 0] },
    // Print and Locked: without a size it shows nowhere.
    ...{ T: new String('Seal'), V: signature, F: 132, P: pdf.page.dictionary },
  })
  pdf.page.annotations.push(field)
  pdf.initForm()
  const { AcroForm: form } = pdf._root.data
  form.data.Fields.push(field)
  // Signed, and only to be appended to; a viewer that made appearances of its own would change the document.
  Object.assign(form.data, { SigFlags: 3, NeedAppearances: false })
  pdf._root.data.Perms = { DocMDP: signature }
  signature.end()
  field.end()
}

/** The document with its ranges written, and what of it is signed: all before the signature and all after. */
function measure(bytes: Uint8Array, place: Buffer): { sealed: Buffer; before: Buffer; after: Buffer } {
  const ranges = `/ByteRange [0 ${anyOffset} ${anyOffset} ${anyOffset}]`
  const reserved = `${ranges}\n/Contents <${place.toString('hex')}>`
  const sealed = Buffer.from(bytes)
  const at = sealed.indexOf(reserved, 0, 'latin1')
  if (at < 0) throw new Error('The PDF has no place for the seal.')
  const end = at + reserved.length
  const start = end - 2 * place.length - 2
  sealed.write(`/ByteRange [0 ${start} ${end} ${sealed.length - end}]`.padEnd(ranges.length), at, 'latin1')
  return { sealed, before: sealed.subarray(0, start), after: sealed.subarray(end) }
}
