import { create } from 'xmlbuilder2'

export type PaymentFile = {
  /** 35 characters at most; the bank takes a message of one id once. */
  messageId: string
  /** UTC ms. */
  createdAt: number
  /** `YYYY-MM-DD` */
  executionDate: string
  payer: { name: string; iban: string; bic: string }
  payments: readonly {
    endToEndId: string
    name: string
    iban: string
    bic: string | null
    /** In euros. */
    amountCents: number
    text: string
  }[]
}

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/**
 * A SEPA credit transfer initiation, pain.001.001.09 (EPC132-08, Customer-to-PSP Implementation Guidelines): one batch in euros, charges
 * shared. It holds the Latin characters that every bank takes (EPC217-08); the names are otherwise as given, cut at 70 characters.
 */
export function paymentFile({ messageId, createdAt, executionDate, payer, payments }: PaymentFile): string {
  const count = String(payments.length)
  const sum = euros(payments.reduce((total, { amountCents }) => total + amountCents, 0))
  const message = {
    Document: {
      '@xmlns': namespace,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: messageId,
          CreDtTm: new Date(createdAt).toISOString().slice(0, 19),
          NbOfTxs: count,
          CtrlSum: sum,
          InitgPty: { Nm: sepaText(payer.name, 70) },
        },
        PmtInf: {
          PmtInfId: messageId,
          PmtMtd: 'TRF',
          NbOfTxs: count,
          CtrlSum: sum,
          PmtTpInf: { SvcLvl: { Cd: 'SEPA' } },
          ReqdExctnDt: { Dt: executionDate },
          Dbtr: { Nm: sepaText(payer.name, 70) },
          DbtrAcct: { Id: { IBAN: payer.iban } },
          DbtrAgt: { FinInstnId: { BICFI: payer.bic } },
          ChrgBr: 'SLEV',
          CdtTrfTxInf: payments.map((payment) => ({
            PmtId: { InstrId: payment.endToEndId, EndToEndId: payment.endToEndId },
            Amt: { InstdAmt: { '@Ccy': 'EUR', '#': euros(payment.amountCents) } },
            ...(payment.bic ? { CdtrAgt: { FinInstnId: { BICFI: payment.bic } } } : {}),
            Cdtr: { Nm: sepaText(payment.name, 70) },
            CdtrAcct: { Id: { IBAN: payment.iban } },
            RmtInf: { Ustrd: sepaText(payment.text, 140) },
          })),
        },
      },
    },
  }
  return create({ version: '1.0', encoding: 'UTF-8' }, message).end({ prettyPrint: true })
}

const letters: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    Æ: 'AE',
    æ: 'ae',
    Ø: 'O',
    ø: 'o',
    Œ: 'OE',
    œ: 'oe',
    Ł: 'L',
    ł: 'l',
    Đ: 'D',
    đ: 'd',
    Ð: 'D',
    ð: 'd',
    Þ: 'Th',
  },
  ...{ þ: 'th', '&': '+', '’': "'", '–': '-', '—': '-' },
}

/** A text in the characters that every bank of the SEPA area takes: letters without accents, digits and / - ? : ( ) . , ' + (EPC217-08). */
export function sepaText(text: string, max: number): string {
  const latin = text
    .replace(/[^ -%'-~]/g, (letter) => letters[letter] ?? letter)
    .replaceAll('&', '+')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ /]+/, '')
  return latin.slice(0, max).trim() || 'NOTPROVIDED'
}

const euros = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
