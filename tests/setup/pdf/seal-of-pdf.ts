import { ContentInfo, SignedData } from 'pkijs'

export type ReadSeal = { ranges: number[]; signature: Buffer; signed: Buffer }

/** What a viewer reads of a PDF's seal: its byte ranges, the signature with its padding, and what is signed. */
export function readSeal(pdf: Buffer): ReadSeal {
  const ranges = /\/ByteRange \[([\d ]+?) *\]/.exec(pdf.toString('latin1'))?.[1]?.split(' ').map(Number) ?? []
  const [start = 0, length = 0, from = 0, rest = 0] = ranges
  const hex = pdf.toString('latin1', start + length + 1, from - 1)
  const signed = Buffer.concat([pdf.subarray(start, start + length), pdf.subarray(from, from + rest)])
  return { ranges, signature: Buffer.from(hex, 'hex'), signed }
}

/** The CMS of a seal. */
export function parseSeal({ signature }: ReadSeal): SignedData {
  const length = 4 + signature.readUInt16BE(2)
  return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(signature.subarray(0, length))).content })
}

/** Whether the seal holds: the digest of what is signed, and the signature over it. */
export async function sealHolds(pdf: Buffer): Promise<boolean> {
  try {
    const seal = readSeal(pdf)
    return await parseSeal(seal).verify({ signer: 0, data: new Uint8Array(seal.signed).buffer, checkChain: false })
  } catch {
    return false
  }
}
