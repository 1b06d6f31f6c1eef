/** What a column of a bank's CSV holds. `payerIban` and `payeeIban` are filled in whichever way the money goes. */
export type CsvField =
  | 'bookedOn'
  | 'amount'
  | 'party'
  | 'payer'
  | 'payee'
  | 'payerIban'
  | 'payeeIban'
  | 'reference'
  | 'message'
  | 'archiveId'
  | 'balance'
  | 'currency'
  | 'kind'
  | 'status'

/**
 * The headings of the CSV files of Finnish banks, in Finnish, Swedish and English, by what they mean:
 *
 * - OP: Kirjauspäivä; Arvopäivä; Määrä EUROA; Laji; Selitys; Saaja/Maksaja; Saajan tilinumero (ja pankin BIC); Saajan pankin BIC; Viite; Viesti; Arkistointitunnus
 * - S-Pankki: Kirjauspäivä; Maksupäivä; Summa; Tapahtumalaji; Maksaja; Saajan nimi; Saajan tilinumero; Saajan BIC-tunnus; Viitenumero; Viesti; Arkistointitunnus
 * - Nordea: Kirjauspäivä; Määrä; Maksaja; Maksunsaaja; Nimi; Otsikko; (Viesti;) Viitenumero; Saldo; Valuutta, where Maksaja and Maksunsaaja are accounts;
 *   until 2022, by tabs: Kirjauspäivä, Arvopäivä, Maksupäivä, Määrä, Saaja/Maksaja, Tilinumero, BIC, Tapahtuma, Viite, Maksajan viite, Viesti
 * - Danske Bank: Pvm; Saaja/Maksaja; Määrä; Saldo; Tila; Tarkastettu
 */
const headings: Readonly<Record<CsvField, readonly string[]>> = {
  bookedOn: ['kirjauspäivä', 'pvm', 'päivämäärä', 'bokningsdag', 'bokföringsdag', 'datum', 'booking date', 'entry date', 'date'],
  amount: ['määrä euroa', 'määrä', 'määrä eur', 'summa', 'belopp', 'belopp euro', 'belopp eur', 'amount', 'amount euro', 'amount eur'],
  party: ['saaja/maksaja', 'nimi', 'mottagare/betalare', 'namn', 'payee/payer', 'beneficiary/remitter', 'recipient/payer', 'name'],
  payer: ['maksaja', 'betalare', 'payer', 'avsändare', 'sender'],
  payee: ['saajan nimi', 'maksunsaaja', 'mottagarens namn', 'mottagare', 'payee', "payee's name", 'recipient', 'beneficiary name'],
  payerIban: ['maksajan tilinumero', 'betalarens kontonummer', 'payer account number'],
  payeeIban: ['saajan tilinumero', 'saajan tilinumero ja pankin bic', 'tilinumero', 'mottagarens kontonummer', 'mottagarens kontonummer och bankens bic', 'kontonummer', 'payee account number', 'account number'],
  reference: ['viite', 'viitenumero', 'referens', 'referensnummer', 'reference', 'reference number'],
  message: ['viesti', 'otsikko', 'meddelande', 'rubrik', 'message', 'title'],
  archiveId: ['arkistointitunnus', 'arkistotunnus', 'arkiveringskod', 'arkiveringsbeteckning', 'archive id', 'archiving code', 'filing code'],
  balance: ['saldo', 'balance'],
  currency: ['valuutta', 'valuta', 'currency'],
  kind: ['selitys', 'tapahtumalaji', 'tapahtuma', 'laji', 'förklaring', 'betalningstyp', 'typ', 'explanation', 'transaction type', 'type'],
  status: ['tila', 'status'],
} // biome-ignore format: a table

/** The column of each field by a row of headings; of several the first by the order above. Null where it has no day or no amount. */
export function columnsOf(cells: readonly string[]): Partial<Record<CsvField, number>> | null {
  const found = cells.map((cell) =>
    cell
      .replace(/\s+/g, ' ')
      .replace(/[€().]/g, '')
      .trim()
      .toLowerCase(),
  )
  const columns: Partial<Record<CsvField, number>> = {}
  for (const field of Object.keys(headings) as CsvField[]) {
    const column = headings[field].map((heading) => found.indexOf(heading)).find((at) => at >= 0)
    if (column !== undefined) columns[field] = column
  }
  return columns.bookedOn === undefined || columns.amount === undefined ? null : columns
}

/** What a bank calls its own charges and interest, in its three languages, and by Finance Finland's codes. */
export const chargeWords =
  /palvelumaksu|tilinhoitomaksu|serviceavgift|kontoavgift|bankavgift|service (?:fee|charge)|bank charge|^730\b/i
export const interestWords = /\bkorko\b|korkohyvitys|talletuskorko|\bränta\b|ränteintäkt|interest|^7[45]0\b/i
/** A payment that came back. */
export const returnWords = /palautus|palautunut|retur|returnerad|return/i
/** A row that is not booked yet, in the column of its day or its status. */
export const pendingWords = /varaus|odottaa|reservering|väntar|reservation|pending|hold/i
