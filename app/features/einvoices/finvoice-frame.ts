import { writeXml } from '#app/platform/xml/write-xml.ts'

/** One end of a route: an electronic address with its scheme, and the operator or bank that serves it (its code or BIC). */
type End = { address: string; scheme: string; operator: string }
/** How a message travels; `at` is a time of ISO 8601. */
export type Route = { from: End; to: End; id: string; at: string }

const envelope = {
  '@xmlns:SOAP-ENV': 'http://schemas.xmlsoap.org/soap/envelope/',
  '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
  '@xmlns:eb': 'http://www.oasis-open.org/committees/ebxml-msg/schema/msg-header-2_0.xsd',
}

/**
 * The transmission frame that stands before a Finvoice (Finvoice 3.0 implementation guidelines, section 17; ebXML Message Service 2.0): sender and
 * receiver, each with the intermediator that serves it. It has no XML declaration of its own, so it is UTF-8, as the invoice behind it is.
 */
export function writeFrame({ from, to, id, at }: Route): string {
  const party = (partyId: string, role: string) => ({ 'eb:PartyId': partyId, 'eb:Role': role })
  const header = {
    '@eb:version': '2.0',
    '@SOAP-ENV:mustUnderstand': '1',
    'eb:From': [party(from.address, 'Sender'), party(from.operator, 'Intermediator')],
    'eb:To': [party(to.address, 'Receiver'), party(to.operator, 'Intermediator')],
    'eb:CPAId': 'yoursandmycpa',
    'eb:ConversationId': id,
    'eb:Service': 'Routing',
    'eb:Action': 'ProcessInvoice',
    'eb:MessageData': { 'eb:MessageId': id, 'eb:Timestamp': at },
  }
  const schema = { '@eb:location': 'http://www.finvoice.info/finvoice.xsd', '@eb:version': '3.0', '#': true } as const
  const manifest = {
    '@eb:id': 'Manifest',
    '@eb:version': '2.0',
    'eb:Reference': { '@eb:id': 'Finvoice', '@xlink:href': id, 'eb:Schema': schema },
  }
  const body = { 'SOAP-ENV:Header': { 'eb:MessageHeader': header }, 'SOAP-ENV:Body': { 'eb:Manifest': manifest } }
  return writeXml({ 'SOAP-ENV:Envelope': { ...envelope, ...body } }, { isPart: true })
}
