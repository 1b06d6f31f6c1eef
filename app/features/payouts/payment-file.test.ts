import { expect, it } from 'vitest'
import { paymentFile, sepaText } from './payment-file.ts'

const file = {
  messageId: '019ab0c2d3e47f00a1b2c3d4e5f60718',
  createdAt: Date.UTC(2026, 5, 1, 9, 30),
  executionDate: '2026-06-02',
  payer: { name: 'Groundwork', iban: 'FI2112345600000785', bic: 'NDEAFIHH' },
  payments: [
    {
      endToEndId: 'a1',
      name: 'Möller & Søn <Bygg> A/S',
      iban: 'FI7944052020036082',
      bic: 'HELSFIHH',
      amountCents: 488_315,
      text: 'Payout 1',
    },
    { endToEndId: 'a2', name: 'Pieni Oy', iban: 'FI1410093000123458', bic: null, amountCents: 5, text: 'Payout 1' },
  ],
}

it('is a credit transfer initiation in the order of its schema, with count and control sum', () => {
  const xml = paymentFile(file)
  const names = [...xml.matchAll(/<([A-Za-z]\w*)/g)].map(([, name]) => name)
  expect(names.join(' ')).toBe(
    [
      'Document CstmrCdtTrfInitn GrpHdr MsgId CreDtTm NbOfTxs CtrlSum InitgPty Nm',
      'PmtInf PmtInfId PmtMtd NbOfTxs CtrlSum PmtTpInf SvcLvl Cd ReqdExctnDt Dt Dbtr Nm DbtrAcct Id IBAN DbtrAgt FinInstnId BICFI ChrgBr',
      'CdtTrfTxInf PmtId InstrId EndToEndId Amt InstdAmt CdtrAgt FinInstnId BICFI Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd',
      'CdtTrfTxInf PmtId InstrId EndToEndId Amt InstdAmt Cdtr Nm CdtrAcct Id IBAN RmtInf Ustrd',
    ].join(' '),
  )
  expect(xml).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">')
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs>\s*<CtrlSum>4883\.20<\/CtrlSum>/g)).toHaveLength(2)
  expect(xml).toContain('<InstdAmt Ccy="EUR">4883.15</InstdAmt>')
  expect(xml).toContain('<InstdAmt Ccy="EUR">0.05</InstdAmt>')
  expect(xml).toContain('<CreDtTm>2026-06-01T09:30:00</CreDtTm>')
  expect(xml).toContain('<Nm>Moller + Son Bygg A/S</Nm>')
})

it.each([
  ['Rakennus Ääkkönen Oy', 'Rakennus Aakkonen Oy'],
  ['Straße & Søn', 'Strasse + Son'],
  ['Ndërtimi “Çelësi” Sh.p.k.', 'Ndertimi Celesi Sh.p.k.'],
  ['建設', 'NOTPROVIDED'],
  ['// a\u0000b\n]]>', 'a b'],
  ['x'.repeat(80), 'x'.repeat(70)],
])('writes %j in the characters that every bank takes', (given, written) => {
  expect(sepaText(given, 70)).toBe(written)
})
