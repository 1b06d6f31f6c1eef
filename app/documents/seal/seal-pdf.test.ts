import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Constructed, type OctetString, Sequence } from 'asn1js'
import PDFDocument from 'pdfkit'
import { ContentInfo, SignedData, TSTInfo } from 'pkijs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { env, StartRefusal } from '#app/platform/env.server.ts'
import type { Network } from '#app/platform/fetch-page.server.ts'
import { parseSeal, readSeal, sealHolds } from '#tests/setup/pdf/seal-of-pdf.ts'
import { timeStampService } from '#tests/setup/time-stamps.ts'
import { type Holder, holder, pkcs12 } from '#tests/setup/x509-certificates.ts'
import { openOwnKey } from './own-key.server.ts'
import { checkSealKey } from './seal-certificate.server.ts'
import { sealKey } from './seal-key.server.ts'
import { prepareSeal } from './seal-pdf.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'groundwork-seal-'))
const given = { file: env.SEAL_KEY_FILE, password: env.SEAL_KEY_PASSWORD, own: env.ownSealKeyPath }
const use = (file: string | undefined, password?: string) =>
  Object.assign(env, { SEAL_KEY_FILE: file, SEAL_KEY_PASSWORD: password })

let root: Holder
let middle: Holder
let leaf: Holder
beforeAll(async () => {
  root = await holder('Root of a trust service')
  middle = await holder('A trust service', { issuer: root })
  leaf = await holder('Installation Oy', { issuer: middle })
  Object.assign(env, { ownSealKeyPath: join(folder, 'seal-key.pem') })
})
afterEach(() => use(given.file, given.password))
afterAll(() => Object.assign(env, { ownSealKeyPath: given.own }))

let files = 0
async function keyFile(bytes: Uint8Array | Promise<Uint8Array>): Promise<string> {
  const path = join(folder, `${files++}.p12`)
  writeFileSync(path, await bytes)
  return path
}

/** In whole seconds, as a seal states it: the keys of these tests are valid around now. */
const sealedAt = Math.floor(Date.now() / 1000) * 1000

/** A sealed PDF of two pages. */
async function sealed(text = 'Contract C-1', network?: Network): Promise<Buffer> {
  const seal = await prepareSeal({ reason: 'Signed – by both', at: sealedAt, ...(network && { network }) })
  const pdf = new PDFDocument({ pdfVersion: '1.7', info: { Title: text } })
  pdf.text(text).addPage().text('The second page')
  seal.reserve(pdf)
  pdf.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of pdf) chunks.push(chunk as Uint8Array)
  return Buffer.from((await seal.fill(Buffer.concat(chunks))).bytes)
}

const attributesOf = (signed: SignedData) =>
  new Map(signed.signerInfos[0]?.signedAttrs?.attributes.map(({ type, values }) => [type, values[0]]))

describe('a sealed PDF', () => {
  it('is signed but for the signature itself, to the last byte', async () => {
    const pdf = await sealed()
    const { ranges } = readSeal(pdf)
    const [start, length, from, rest] = ranges as [number, number, number, number]
    expect(start).toBe(0)
    expect(pdf.toString('latin1', length - 10, length + 1)).toMatch(/\/Contents <$/)
    expect(pdf.toString('latin1', from - 1, from)).toBe('>')
    expect(from + rest).toBe(pdf.length)
    expect(await sealHolds(pdf)).toBe(true)
  })

  it('shows a change of any byte', async () => {
    const pdf = await sealed()
    const { ranges } = readSeal(pdf)
    const [, length = 0, from = 0] = ranges
    // Every fiftieth byte of what is signed, and all those beside the signature.
    const places = [...pdf.keys()].filter(
      (at) => (at < length || at >= from) && (at % 50 === 0 || Math.abs(at - from) < 20),
    )
    expect(places.length).toBeGreaterThan(60)
    for (const at of places) {
      const changed = Buffer.from(pdf)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await sealHolds(changed), `byte ${at}`).toBe(false)
    }
  })

  it('is PAdES B-B: content type, digest and the certificate’s digest are signed, and no signing time', async () => {
    const pdf = await sealed()
    const seal = readSeal(pdf)
    const signed = parseSeal(seal)
    const attributes = attributesOf(signed)
    expect([...attributes.keys()]).toEqual([
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.16.2.47',
    ])
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    const hex = (value: unknown) => Buffer.from((value as OctetString).valueBlock.valueHexView).toString('hex')
    expect(hex(attributes.get('1.2.840.113549.1.9.4'))).toBe(sha256(seal.signed))
    let inner = attributes.get('1.2.840.113549.1.9.16.2.47') as Constructed
    while (inner.valueBlock.value[0] instanceof Sequence) inner = inner.valueBlock.value[0]
    const { certificates } = await sealKey()
    expect(hex(inner.valueBlock.value[0])).toBe(sha256(certificates[0].raw))
    expect(signed.digestAlgorithms.map(({ algorithmId }) => algorithmId)).toEqual(['2.16.840.1.101.3.4.2.1'])
    expect(signed.encapContentInfo.eContent).toBeUndefined()
  })

  it('certifies the document, allows no change, and says why and when', async () => {
    const pdf = (await sealed()).toString('latin1')
    const [, signature] = /\/Perms <<\n\/DocMDP (\d+ 0) R\n>>/.exec(pdf) ?? []
    const dictionary = pdf.slice(pdf.indexOf(`${signature} obj`))
    expect(dictionary).toMatch(
      /^\d+ 0 obj\n<<\n\/Type \/Sig\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.CAdES\.detached\n/,
    )
    expect(dictionary).toMatch(
      /\/TransformMethod \/DocMDP\n\/TransformParams <<\n\/Type \/TransformParams\n\/P 1\n\/V \/1\.2\n>>/,
    )
    expect(dictionary).toContain(`/M (D:${new Date(sealedAt).toISOString().replace(/\D/g, '').slice(0, 14)}Z)`)
    expect(pdf).toContain('/SigFlags 3')
    expect(pdf).toContain('/NeedAppearances false')
  })

  it('finds its own place, whatever the document says', async () => {
    const pdf = await sealed('/ByteRange [0 9999999999 9999999999 9999999999]\n/Contents <00>')
    expect(await sealHolds(pdf)).toBe(true)
  })

  it('is not made where nothing was reserved', async () => {
    const seal = await prepareSeal({ reason: 'None', at: Date.now() })
    await expect(seal.fill(Buffer.from('%PDF-1.7'))).rejects.toThrow('no place for the seal')
  })
})

describe('a time stamp', () => {
  const unsignedOf = (pdf: Buffer) => parseSeal(readSeal(pdf)).signerInfos[0]?.unsignedAttrs?.attributes ?? []
  afterEach(() => Object.assign(env, { TIMESTAMP_URL: undefined }))

  it('of a service stands beside the signature, of which it is, and changes nothing that is signed (PAdES B-T)', async () => {
    await using service = await timeStampService()
    Object.assign(env, { TIMESTAMP_URL: service.url })
    const pdf = await sealed('Contract C-1', service.network)
    expect(await sealHolds(pdf)).toBe(true)
    const attributes = unsignedOf(pdf)
    expect(attributes.map(({ type }) => type)).toEqual(['1.2.840.113549.1.9.16.2.14'])
    const token = new SignedData({ schema: ContentInfo.fromBER(attributes[0]?.values[0].toBER()).content })
    const signature = parseSeal(readSeal(pdf)).signerInfos[0]?.signature.getValue() as ArrayBuffer
    expect(await token.verify({ signer: 0, data: signature, checkChain: false })).toBe(true)
    const info = TSTInfo.fromBER(token.encapContentInfo.eContent?.getValue() as ArrayBuffer)
    expect(Math.abs(info.genTime.getTime() - Date.now())).toBeLessThan(60_000)
    // Only the hash of the signature was sent.
    expect(service.asked.map((bytes) => bytes.length < 100)).toEqual([true])
  })

  it.each([
    'refused',
    'other nonce',
    'other hash',
    'other usage',
    'no stamp',
    'failure',
    'garbage',
    'too long',
  ] as const)('that is wrong (%s) is left out: the seal is made all the same', async (fault) => {
    await using service = await timeStampService(fault)
    Object.assign(env, { TIMESTAMP_URL: service.url })
    const pdf = await sealed('Contract C-1', service.network)
    expect(service.asked).toHaveLength(1)
    expect([unsignedOf(pdf), await sealHolds(pdf)]).toEqual([[], true])
  })

  it('is asked for in the public internet alone', async () => {
    await using service = await timeStampService()
    Object.assign(env, { TIMESTAMP_URL: service.url })
    const pdf = await sealed()
    expect([service.asked, unsignedOf(pdf), await sealHolds(pdf)]).toEqual([[], [], true])
  })
})

describe('the key of the installation', () => {
  it('is made once, however many ask for it, and is only for the server’s user', async () => {
    const file = join(folder, 'first', 'seal-key.pem')
    Object.assign(env, { ownSealKeyPath: file })
    // Twenty requests of this process, and two other processes.
    const [others, ...keys] = await Promise.all([
      Promise.all([openOwnKey(file), openOwnKey(file)]),
      ...Array.from({ length: 20 }, () => sealKey()),
    ])
    const all = [...others, ...keys].map(({ certificates }) => certificates[0]?.fingerprint256)
    expect(new Set(all).size).toBe(1)
    expect(readdirSync(join(folder, 'first'))).toEqual(['seal-key.pem'])
    expect(statSync(file).mode & 0o077).toBe(0)
    const [{ key, certificates }] = others
    expect(certificates[0]?.checkPrivateKey(key)).toBe(true)
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(3072)
  })

  it('has a certificate in the installation’s name, with its address', async () => {
    const { certificates } = await sealKey()
    const [own] = certificates
    expect(own.subject).toBe(`CN=Groundwork ${new URL(env.origin).host}`)
    expect(own.issuer).toBe(own.subject)
    expect(own.subjectAltName).toBe(`URI:${env.origin}`)
    expect(own.ca).toBe(false)
    expect(own.verify(own.publicKey)).toBe(true)
  })
})

describe('a key of a trust service provider', () => {
  it('seals with its whole chain, its own certificate first', async () => {
    const chain = [root.certificate, middle.certificate, leaf.certificate]
    use(await keyFile(pkcs12(leaf.key, chain, 'sesame')), 'sesame')
    await checkSealKey()
    const pdf = await sealed()
    expect(await sealHolds(pdf)).toBe(true)
    const names = parseSeal(readSeal(pdf)).certificates?.map(
      (certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())).subject,
    )
    expect(names).toEqual(['CN=Installation Oy', 'CN=Root of a trust service', 'CN=A trust service'])
  })

  it.each(['ended', 'later'] as const)(
    'starts the server with a certificate that is not valid (%s), but seals nothing',
    async (when) => {
      const invalid = await holder('Old Oy', { when })
      use(await keyFile(pkcs12(invalid.key, [invalid.certificate], 'sesame')), 'sesame')
      await checkSealKey()
      await expect(sealed()).rejects.toMatchObject({ code: 'busy', text: { key: 'seals:notNow' } })
    },
  )

  const refusals: [string, () => Promise<[file: string, password: string]>, string][] = [
    [
      'a wrong password',
      async () => [await keyFile(pkcs12(leaf.key, [leaf.certificate], 'sesame')), 'open'],
      'SEAL_KEY_PASSWORD: does not open SEAL_KEY_FILE',
    ],
    ['a missing file', async () => [join(folder, 'none.p12'), 'x'], 'SEAL_KEY_FILE: cannot be read (ENOENT)'],
    [
      'another kind of file',
      async () => [await keyFile(Buffer.from('-----BEGIN PRIVATE KEY-----')), 'x'],
      'SEAL_KEY_FILE: must be a PKCS#12 file encrypted with AES, with one private key and its certificates',
    ],
    [
      'a key without its certificate',
      async () => [await keyFile(pkcs12(leaf.key, [root.certificate], 'sesame')), 'sesame'],
      'SEAL_KEY_FILE: has no certificate of its private key',
    ],
    [
      'a short key',
      async () => {
        const weak = await holder('Weak Oy', { bits: 1024 })
        return [await keyFile(pkcs12(weak.key, [weak.certificate], 'sesame')), 'sesame']
      },
      'SEAL_KEY_FILE: its key must be RSA of 2048 bits or more, or ECDSA P-256',
    ],
  ]
  it.each(refusals)('is refused at the start with %s', async (_name, make, line) => {
    use(...(await make()))
    const refused = await checkSealKey().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(StartRefusal)
    expect(String(refused)).toContain(`  ${line}\n`)
  })
})
