/** One entry of a statement for tests. Amounts in cents, below zero for what goes out. */
export type EntryOf = {
  cents: number
  currency?: string
  bookedOn?: string
  archiveId?: string | null
  reference?: string
  name?: string
  iban?: string
  message?: string
  endToEndId?: string
  /** Within the bank transaction code. */
  sub?: string
  reversal?: boolean
  returned?: string
  status?: string
  /** Several transactions of one entry, each with its own archive id. */
  parts?: EntryOf[]
  /** The bank books so many as one sum, without saying which. */
  batchOf?: { count: number; messageId: string }
}

export type StatementOf = {
  version?: '02' | '08'
  kind?: '053' | '054'
  iban?: string
  currency?: string
  number?: string
  openingCents?: number
  closingCents?: number
  entries: EntryOf[]
  on?: string
  /** Where it covers more days than its last one. */
  from?: string
}

export const testIban = 'FI2112345600000785'

/** A statement as a bank writes it: camt.053, or camt.054 with `kind`. */
export function camt(of: StatementOf): string {
  const { version = '02', kind = '053', openingCents = 0, entries, on = '2026-06-01' } = of
  const sum = entries.reduce((total, { cents, status }) => (status ? total : total + cents), openingCents)
  const closing = of.closingCents ?? sum
  const [root, statement] = kind === '053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const currency = of.currency ?? 'EUR'
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents, currency)}<Dt><Dt>${on}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${version}"><${root}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>${on}T06:00:00</CreDtTm></GrpHdr>
<${statement}><Id>S1</Id><ElctrncSeqNb>${of.number ?? '1'}</ElctrncSeqNb><CreDtTm>${on}T06:00:00</CreDtTm>
<FrToDt><FrDtTm>${of.from ?? on}T00:00:00</FrDtTm><ToDtTm>${on}T23:59:59</ToDtTm></FrToDt>
<Acct><Id><IBAN>${of.iban ?? testIban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${kind === '053' ? balance('OPBD', openingCents) + balance('CLBD', closing) : ''}
${entries.map((entry) => entryText({ currency, ...entry }, version, on)).join('\n')}
</${statement}></${root}></Document>`
}

const amount = (cents: number, currency: string) =>
  `<Amt Ccy="${currency}">${(Math.abs(cents) / 100).toFixed(2)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

function entryText(entry: EntryOf, version: string, on: string): string {
  const { cents, currency = 'EUR', bookedOn = on, archiveId, sub = 'ESCT', parts, batchOf } = entry
  const status = entry.status ?? 'BOOK'
  return `<Ntry>${amount(cents, currency)}${entry.reversal ? '<RvslInd>true</RvslInd>' : ''}
<Sts>${version === '08' ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt>
${archiveId ? `<AcctSvcrRef>${archiveId}</AcctSvcrRef>` : ''}
<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls>${batchOf ? `<Btch><MsgId>${batchOf.messageId}</MsgId><NbOfTxs>${batchOf.count}</NbOfTxs></Btch>` : ''}
${(parts ?? (batchOf ? [] : [entry])).map((part) => transaction({ currency, ...part }, version, parts ? 'part' : 'only')).join('')}
</NtryDtls></Ntry>`
}

function transaction(part: EntryOf, version: string, which: 'part' | 'only'): string {
  const isIn = part.cents > 0 !== (part.reversal === true || part.returned !== undefined)
  const [party, account] = isIn ? ['Dbtr', 'DbtrAcct'] : ['Cdtr', 'CdtrAcct']
  const name = part.name ? `<Nm>${part.name}</Nm>` : ''
  const own = `<Amt Ccy="${part.currency}">${(Math.abs(part.cents) / 100).toFixed(2)}</Amt>`
  const of = version === '08' ? own : `<AmtDtls><TxAmt>${own}</TxAmt></AmtDtls>`
  return `<TxDtls><Refs>${which === 'part' && part.archiveId ? `<AcctSvcrRef>${part.archiveId}</AcctSvcrRef>` : ''}
<EndToEndId>${part.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs>${which === 'part' ? of : ''}
<RltdPties><${party}>${version === '08' ? `<Pty>${name}</Pty>` : name}</${party}>
${part.iban ? `<${account}><Id><IBAN>${part.iban}</IBAN></Id></${account}>` : ''}</RltdPties>
<RmtInf>${part.message ? `<Ustrd>${part.message}</Ustrd>` : ''}
${part.reference ? `<Strd><CdtrRefInf><Ref>${part.reference}</Ref></CdtrRefInf></Strd>` : ''}</RmtInf>
${part.returned ? `<RtrInf><Rsn><Cd>${part.returned}</Cd></Rsn></RtrInf>` : ''}</TxDtls>`
}
