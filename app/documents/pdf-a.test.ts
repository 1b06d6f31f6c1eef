import { expect, it } from 'vitest'
import { pdfAProblems } from '#tests/setup/pdf/pdf-a.ts'
import type { PrintBlock } from './document.ts'
import { renderPdf } from './render-pdf.server.ts'
import { prepareSeal } from './seal/seal-pdf.server.ts'

const createdAt = Date.UTC(2026, 10, 23, 12)
const modules = ['101', '010', '111']
/** Every kind of part that a document or an invoice has. */
const blocks: PrintBlock[] = [
  { kind: 'heading', text: 'Parties → ≤ 5 µm' },
  { kind: 'text', text: 'What both say.' },
  { kind: 'facts', facts: [['SHA-256', '0123456789abcdef'.repeat(4)]] },
  { kind: 'cards', cards: [{ label: 'Client', title: 'Koti Oy', lines: ['Espoo'] }] },
  {
    ...{ kind: 'table', caption: 'Prices', footer: ['Total', '€2.00'] },
    columns: [
      { header: 'Line', width: 3 },
      { header: 'Net', width: 1, numeric: true },
    ],
    rows: [[{ text: 'Roof', note: 'Steel' }, '€2.00']],
  },
  { kind: 'qr', text: 'Check it.', url: 'https://groundwork.example/verify/1', label: 'Code', modules },
  { kind: 'barcode', label: 'Bars', digits: '12', modules: '1011' },
  { kind: 'pairs', pairs: [['Due', '1 June']] },
  { kind: 'sums', sums: [{ term: 'Total', amount: '€2.00', isTotal: true }], note: null },
]
const document = { kind: 'Contract', number: 'C-42', title: 'Kitchen & "yard"', mark: null, blocks }
const attachments = [{ name: 'contract-C-42.txt', text: 'the text that is signed', description: 'Text' }]

it.each([
  ['of every kind of part', document, { locale: 'sq', createdAt }],
  ['of a draft', { ...document, mark: 'Draft' }, { locale: 'en', createdAt }],
  ['with a file within', document, { locale: 'en', createdAt, attachments }],
])('a document %s is PDF/A-3, as far as its objects show', async (_name, shown, options) => {
  expect(pdfAProblems(await renderPdf(shown, options))).toEqual([])
})

it('a sealed document is PDF/A-3 too', async () => {
  const seal = await prepareSeal({ reason: 'Signed', at: Date.now() })
  const { bytes } = await seal.fill(await renderPdf(document, { locale: 'en', createdAt, attachments, seal }))
  expect(pdfAProblems(bytes)).toEqual([])
})

it('what is missing is named', async () => {
  const written = Buffer.from(await renderPdf(document, { locale: 'en', createdAt, attachments })).toString('latin1')
  const without = (part: RegExp, instead = '') => pdfAProblems(Buffer.from(written.replace(part, instead), 'latin1'))
  expect(without(/\/FontFile2 \d+ 0 R/)).toEqual([expect.stringContaining('6.2.11.4')])
  expect(without(/\/GTS_PDFA1/)).toEqual([expect.stringContaining('6.2.3')])
  expect(without(/<pdfaid:part>3/, '<pdfaid:part>9')).toEqual([expect.stringContaining('6.6.4')])
  expect(without(/\/AFRelationship \/Source/)).toEqual([expect.stringContaining('6.8')])
  expect(without(/trailer\n<</, 'trailer\n<<\n/Encrypt 1 0 R')).toEqual([expect.stringContaining('6.1.3')])
})
